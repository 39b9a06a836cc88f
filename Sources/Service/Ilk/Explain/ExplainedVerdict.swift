package import IlkPipeline
package import IlkVocabulary

/// A verdict in JSON, with the outcomes of rules and model alone if they are shown, and the labels that were merged after
/// the verdict.
package struct ExplainedVerdict: Encodable {
    private let verdict: Verdict
    private let components: [String: Verdict.Outcome]?
    private let merged: [Category: Category]

    private enum CodingKeys: CodingKey {
        case components, merged
    }

    package init(_ verdict: Verdict, _ components: ComponentSession.Verdicts?, merged: [Category: Category]) {
        self.verdict = verdict
        self.merged = merged
        self.components = components.map { components in
            Dictionary(components.named.map { ($0.name, Verdict.Outcome(verdict: $0.verdict)) }) { $1 }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try verdict.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(components, forKey: .components)
        guard !merged.isEmpty else { return }
        let pairs = merged.map { ($0.key.rawValue, $0.value.rawValue) }
        try fields.encode(Dictionary(uniqueKeysWithValues: pairs), forKey: .merged)
    }
}
