package import IlkPipeline
package import IlkVocabulary

/// A verdict in JSON, optionally with the verdicts of the rules alone and of the model alone, and with the
/// labels that were merged after the verdict.
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
