package import IlkConsole
package import IlkText
package import IlkVocabulary
package import IlkRules

/// Explanations as human-readable text: the verdict, the evidence for it, and the evidence against it.
package struct ExplanationText {
    /// The maximum number of pieces of evidence.
    package let top: Int
    private let console: Console
    /// The descriptions of rules by id.
    let descriptions: [String: String]
    /// Finds the rules that reached the step limit.
    let ruleLimits: RuleLimitReport

    package init(top: Int, rules: RuleSet?, console: Console) {
        self.top = top
        self.console = console
        descriptions = Dictionary((rules?.rules ?? []).map { ($0.id, $0.description) }) { first, _ in first }
        ruleLimits = RuleLimitReport(rules)
    }

    /// The maximum number of spans per piece of evidence.
    private static let spanCount = 3
    /// The maximum width of a span's excerpt in columns.
    private static let excerptWidth = 32

    /// Returns the explanation in complete lines.
    package func rendered(_ verdict: Verdict, _ analysis: AnalyzedText) -> String {
        let best = verdict.taxonomy.index(of: verdict.category) ?? 0
        var text = headline(bare(verdict)) + "\n"
        guard verdict.abstention != .empty else { return text }
        for line in ruleLimits.told(verdict, analysis) {
            text += console.style.paint(
                WrappedText.lines(line, indent: "    ", columns: console.room), .doubtful)
        }
        let places = TextLocations(bytes: analysis.bytes, lines: analysis.lines)
        text += section("Evidence for and against \(verdict.category)", verdict, best, places)
        if let second = runnerUp(verdict, best) {
            let name = verdict.taxonomy.categories[second]
            let share = DecimalText.fixed(verdict.probabilities[second], 2)
            text += section(
                "Evidence for the second, \(name) \(share)", only(second, verdict), second, places)
        }
        if console.style.isColored {
            let coloured = ColoredText(
                bytes: analysis.bytes, lines: analysis.lines, evidence: verdict.evidence, category: best)
            text += "\n" + coloured.rendered(console.style)
        }
        return text
    }

    /// Returns the verdict with as many categories as fit the line, most probable first.
    private func headline(_ verdict: Verdict) -> String {
        let plain = Style(isColored: false)
        let fitting = stride(from: verdict.taxonomy.count, to: 1, by: -1).first { count in
            let line = VerdictLine(verdict.taxonomy, style: plain, top: count).text(verdict)
            return DisplayWidth.of(line) <= console.room
        }
        return VerdictLine(verdict.taxonomy, style: console.style, top: fitting ?? 1).text(verdict)
    }

    /// Returns the verdict without its evidence, which the table contains.
    private func bare(_ verdict: Verdict) -> Verdict {
        var bare = verdict
        bare.evidence = []
        return bare
    }

    private func runnerUp(_ verdict: Verdict, _ best: Int) -> Int? {
        verdict.probabilities.indices.filter { $0 != best }.max {
            (verdict.probabilities[$0], $1) < (verdict.probabilities[$1], $0)
        }
    }

    /// Returns the verdict with only the evidence for one category.
    private func only(_ category: Int, _ verdict: Verdict) -> Verdict {
        var part = verdict
        part.evidence = verdict.evidence.filter { $0.support(forCategoryAt: category) > 0 }
        return part
    }

    private func section(_ title: String, _ verdict: Verdict, _ category: Int, _ places: TextLocations)
        -> String
    {
        let loudest = EvidencePhrase.strongest(verdict.evidence, forCategoryAt: category, count: top)
        guard !loudest.isEmpty else { return "" }
        var table = Table([
            Table.Column("support", .right), Table.Column("type"), Table.Column("name", minWidth: 16),
            Table.Column("where"), Table.Column("text", minWidth: 20),
        ])
        for (evidence, support) in loudest {
            table.add([
                EvidencePhrase.signed(support), EvidencePhrase.typeName(of: evidence),
                EvidencePhrase.name(of: evidence),
                evidence.spans.first.map { places.place(of: $0.lowerBound) } ?? "", what(evidence, places),
            ])
        }
        return "\n" + VisibleText.oneLine(title) + "\n" + table.rendered(console.style, within: console.room)
    }

    /// Returns the excerpts of evidence, and the description of a rule.
    private func what(_ evidence: Evidence, _ places: TextLocations) -> String {
        let excerpts = evidence.spans.prefix(Self.spanCount).map { span in
            "“\(places.excerpt(span, columns: Self.excerptWidth))”"
        }
        let more =
            evidence.spans.count > Self.spanCount
            ? [" and \(evidence.spans.count - Self.spanCount) more"] : []
        let seen = excerpts.joined(separator: " ") + more.joined()
        guard evidence.type == .rule, let says = descriptions[evidence.name] else { return seen }
        return seen.isEmpty ? says : "\(seen) \(says)"
    }
}
