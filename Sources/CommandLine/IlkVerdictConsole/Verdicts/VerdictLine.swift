package import IlkConsole
package import IlkVocabulary

/// A human-readable verdict on one line: `message  0.97   chat.greeting +1.9 · 'hey' +0.9`.
package struct VerdictLine {
    package let style: Style
    /// The number of categories in the line.
    package let top: Int
    private let width: Int

    /// The maximum number of pieces of evidence in a line.
    package static let evidenceCount = 4

    package init(_ taxonomy: Taxonomy, style: Style, top: Int = 1) {
        self.style = style
        self.top = top
        width = taxonomy.categories.map { DisplayWidth.of(VisibleText.oneLine($0.rawValue)) }.max() ?? 0
    }

    /// Returns the line without a line break.
    package func text(_ verdict: Verdict) -> String {
        if verdict.abstention == .empty { return "empty  -" + flags(verdict) }
        let mark = verdict.abstention == nil ? "" : "?"
        let name = VisibleText.oneLine(verdict.category.rawValue) + mark
        let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(name)))
        var line = style.paint(name, mark.isEmpty ? .strong : .doubtful) + padding
        line += " " + DecimalText.fixed(verdict.probability, 2)
        for (category, probability) in others(verdict) {
            line += "  \(VisibleText.oneLine(category.rawValue)) \(DecimalText.fixed(probability, 2))"
        }
        let evidence = self.evidence(verdict)
        if !evidence.isEmpty { line += "   " + evidence }
        return line + flags(verdict)
    }

    private func others(_ verdict: Verdict) -> [(Category, Double)] {
        guard top > 1, let best = verdict.taxonomy.index(of: verdict.category) else { return [] }
        return verdict.probabilities.indices.filter { $0 != best }
            .sorted { (verdict.probabilities[$1], $0) < (verdict.probabilities[$0], $1) }
            .prefix(top - 1)
            .map { (verdict.taxonomy.categories[$0], verdict.probabilities[$0]) }
    }

    private func evidence(_ verdict: Verdict) -> String {
        let category = verdict.taxonomy.index(of: verdict.category) ?? 0
        var phrases = EvidencePhrase.strongest(
            verdict.evidence, forCategoryAt: category, count: Self.evidenceCount
        ).map { evidence, support in
            let number = style.paint(EvidencePhrase.signed(support), support < 0 ? .bad : .good)
            return "\(EvidencePhrase.name(of: evidence)) \(number)"
        }
        if verdict.abstention == .unsure { phrases.insert(style.paint("unsure", .doubtful), at: 0) }
        if verdict.abstention == .outOfVocabulary {
            phrases.insert(style.paint("unknown words", .doubtful), at: 0)
        }
        if verdict.abstention == .noEvidence { phrases.insert(style.paint("no evidence", .doubtful), at: 0) }
        return phrases.joined(separator: " · ")
    }

    private func flags(_ verdict: Verdict) -> String {
        guard !verdict.flags.isEmpty else { return "" }
        return "   " + style.paint("[\(verdict.flags.map(\.rawValue).joined(separator: ", "))]", .faint)
    }
}
