package import IlkConsole
package import IlkPipeline
package import IlkText
package import IlkVocabulary
package import IlkRules

/// Explanations as human-readable text: the verdict, the evidence for it, and the evidence against it.
package struct ExplanationText {
    /// The maximum number of pieces of evidence.
    package let top: Int
    private let console: Console
    /// The labels that were merged after the verdict, each with the label that it was merged into.
    let merged: [Category: Category]
    /// Finds the rules that reached the step limit.
    private let ruleLimits: RuleLimitReport

    package init(top: Int, rules: RuleSet?, console: Console, merged: [Category: Category] = [:]) {
        self.merged = merged
        self.top = top
        self.console = console
        ruleLimits = RuleLimitReport(rules)
    }

    /// The width of an explanation in columns.
    var width: Int { console.explanationWidth }

    /// Returns the explanation in complete lines.
    package func rendered(
        _ verdict: Verdict, _ analysis: AnalyzedText, components: ComponentSession.Verdicts? = nil
    ) -> String {
        let best = verdict.taxonomy.index(of: verdict.category) ?? 0
        var text = headline(bare(verdict)) + "\n"
        guard verdict.abstention != .empty else { return text }
        for (name, part) in components?.named ?? [] {
            text += "\(name) alone: \(VerdictLine.short(part))\n"
        }
        for line in remarks(verdict, analysis) {
            text += console.style.paint(
                WrappedText.lines(line, indent: "    ", columns: console.explanationWidth), .doubtful)
        }
        let places = TextLocations(analysis)
        text += section("Evidence for and against \(verdict.category)", verdict.evidence, best, places)
        for (second, title) in further(verdict, best) {
            let name = verdict.taxonomy.categories[second]
            let share = DecimalText.fixed(verdict.probabilities[second], 2)
            let evidence = verdict.evidence.filter { $0.support(forCategoryAt: second) > 0 }
            text += section("Evidence for \(title)\(name) \(share)", evidence, second, places)
        }
        if console.style.isColored {
            let colored = ColoredText(
                bytes: analysis.bytes, lines: analysis.lines, evidence: verdict.evidence, category: best)
            text += "\n" + colored.rendered(console.style, within: console.explanationWidth)
        }
        return text
    }

    /// Returns a line for each label of the verdict that was merged, and for each rule that reached a limit.
    func remarks(_ verdict: Verdict, _ analysis: AnalyzedText) -> [String] {
        // The category of an abstention is the guess.
        let labels = [verdict.category] + (verdict.categories ?? []).dropFirst()
        let changes = labels.compactMap { label in
            merged[label].map { "\(label) was merged into \($0): this verdict counts as \($0) now" }
        }
        return changes.map { VisibleText.oneLine($0) } + ruleLimits.remarks(verdict, analysis)
    }

    /// Returns the verdict with as many categories as fit the line, most probable first.
    private func headline(_ verdict: Verdict) -> String {
        let plain = Style(isColored: false)
        let fitting = stride(from: verdict.taxonomy.count, to: 1, by: -1).first { count in
            let line = VerdictLine(verdict.taxonomy, style: plain, top: count).text(verdict)
            return DisplayWidth.of(line) <= console.explanationWidth
        }
        return VerdictLine(verdict.taxonomy, style: console.style, top: fitting ?? 1).text(verdict)
    }

    /// Returns the verdict without its evidence, which the table contains.
    private func bare(_ verdict: Verdict) -> Verdict {
        var bare = verdict
        bare.evidence = []
        return bare
    }

    /// The maximum number of further categories that are explained.
    private static let maximumFurther = 4

    /// Returns the further categories to explain, with the beginning of their title. They are the second most
    /// probable category, or the other predicted categories in a multi-label taxonomy.
    private func further(_ verdict: Verdict, _ best: Int) -> [(category: Int, title: String)] {
        if let categories = verdict.categories {
            return categories.dropFirst().prefix(Self.maximumFurther).compactMap(verdict.taxonomy.index)
                .map { ($0, "") }
        }
        return runnerUp(verdict, best).map { [($0, "the runner-up, ")] } ?? []
    }

    private func runnerUp(_ verdict: Verdict, _ best: Int) -> Int? {
        verdict.probabilities.indices.filter { $0 != best }.max {
            (verdict.probabilities[$0], $1) < (verdict.probabilities[$1], $0)
        }
    }

    private static let titles = (support: "support", place: "where", evidence: "evidence")

    /// Returns a table of evidence. A long phrase is wrapped.
    private func section(
        _ title: String, _ evidence: [Evidence], _ category: Int, _ places: TextLocations
    ) -> String {
        let rows = EvidenceRows(evidence, forCategoryAt: category, top: top)
        guard !rows.isEmpty else { return "" }
        var lines = rows.pieces.map { piece in
            let place = piece.evidence.spans.first.map { places.place(of: $0.lowerBound) } ?? ""
            return (piece.support, place, phrase(piece.evidence, places))
        }
        lines += rows.rests.map { ($0.support, "", $0.phrase) }
        if lines.count > 1 { lines.append((rows.total, "", "total")) }
        let places = lines.map { DisplayWidth.of($0.1) }.max() ?? 0
        let width = places == 0 ? 0 : max(places, Self.titles.place.count)
        func line(_ support: String, _ place: String, _ words: String) -> String {
            let start = String(repeating: " ", count: max(0, Self.titles.support.count - support.count))
            let column = width == 0 ? "" : place + String(repeating: " ", count: width - place.count + 2)
            return WrappedText.lines(
                VisibleText.oneLine(words), first: "\(start)\(support)  \(column)",
                columns: console.explanationWidth)
        }
        let heading = line(Self.titles.support, width == 0 ? "" : Self.titles.place, Self.titles.evidence)
        return "\n" + VisibleText.oneLine(title) + "\n"
            + console.style.paint(String(heading.dropLast()), .heading)
            + "\n" + lines.map { line(DecimalText.signed($0.0), $0.1, $0.2) }.joined()
    }

    /// Returns the phrase of evidence. The description of a rule is followed by its excerpts and its id.
    private func phrase(_ evidence: Evidence, _ places: TextLocations) -> String {
        guard evidence.type == .rule else { return evidence.title }
        let excerpts = evidence.spans.isEmpty ? "" : ": " + places.excerpts(evidence.spans)
        return "\(evidence.title)\(excerpts) (\(evidence.id))"
    }
}

extension Evidence {
    /// The phrase as a row of a table: with a capital, like the descriptions of rules.
    var title: String { phrase.prefix(1).uppercased() + phrase.dropFirst() }
}
