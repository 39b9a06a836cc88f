package import IlkVocabulary

/// What a verdict suggests where nobody said anything: a category, with what spoke for it in lines for people.
package struct VerdictSuggestion {
    /// How many pieces of evidence are kept.
    package static let keptEvidence = 4

    package let category: Category
    package let probability: Double
    /// The strongest first: `+2.3 rule happy.thanks: thank you`.
    package let evidence: [String]

    /// The suggestion of a verdict with receipts; nil where it claims nothing.
    package init?(_ verdict: Verdict, of text: String) {
        guard verdict.abstention == nil, let place = verdict.taxonomy.index(of: verdict.category) else {
            return nil
        }
        let loud = verdict.evidence.map { (evidence: $0, support: $0.support(forCategoryAt: place)) }
            .filter { $0.support >= 0.1 && $0.evidence.kind != .prior }
            .sorted { $0.support > $1.support }
        category = verdict.category
        probability = verdict.probability
        evidence = loud.prefix(Self.keptEvidence).map { Self.line($0.evidence, $0.support, text) }
    }

    private static func line(_ evidence: Evidence, _ support: Double, _ text: String) -> String {
        let tenths = Int((support * 10).rounded())
        let words = evidence.spans.prefix(3).map { span in
            String(decoding: Array(text.utf8)[span.range.clamped(to: 0..<text.utf8.count)], as: UTF8.self)
        }
        let kind = evidence.kind == .token ? "" : "\(evidence.kind.rawValue) "
        let said = words.isEmpty || words == [evidence.name] ? "" : ": " + words.joined(separator: ", ")
        return "+\(tenths / 10).\(tenths % 10) \(kind)\(evidence.name)\(said)"
    }
}
