package import IlkStore
package import IlkVocabulary

extension SuggestedLabel {
    /// Creates a suggestion from a verdict, with up to four lines of evidence.
    ///
    /// A line contains the evidence's support for the label in natural log-odds, and the phrase of the
    /// evidence. For a rule, the matched text follows. Example: `+2.3 Thanks somebody: thank you`.
    ///
    /// - Returns: `nil` if the verdict abstains or its label is not a `Label`.
    package init?(_ verdict: Verdict, of text: String) {
        guard verdict.abstention == nil, let place = verdict.taxonomy.index(of: verdict.category),
            let label = Label(rawValue: verdict.category.rawValue)
        else { return nil }
        let strongest = verdict.evidence.map { (evidence: $0, support: $0.support(forCategoryAt: place)) }
            .filter { $0.support >= 0.1 && $0.evidence.type != .prior }
            .sorted { $0.support > $1.support }
        self.init(
            label: label, probability: verdict.probability,
            evidence: strongest.prefix(4).map { Self.line($0.evidence, $0.support, text) },
            provenance: verdict.provenance)
    }

    private static func line(_ evidence: Evidence, _ support: Double, _ text: String) -> String {
        let tenths = Int((support * 10).rounded())
        let excerpts = evidence.type == .rule ? evidence.spans.prefix(3) : []
        let quotes = excerpts.map { span in
            String(decoding: Array(text.utf8)[span.range.clamped(to: 0..<text.utf8.count)], as: UTF8.self)
        }
        let behind = quotes.isEmpty ? "" : ": " + quotes.joined(separator: ", ")
        return "+\(tenths / 10).\(tenths % 10) \(evidence.phrase)\(behind)"
    }
}
