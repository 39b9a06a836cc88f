import IlkPipeline
import IlkVocabulary

/// A verdict in JSON, with the outcomes of rules and model alone if they are shown.
struct ExplainedVerdict: Encodable {
    private let verdict: Verdict
    private let components: [String: Verdict.Outcome]?

    private enum CodingKeys: CodingKey {
        case components
    }

    init(_ verdict: Verdict, _ components: ComponentSession.Verdicts?) {
        self.verdict = verdict
        self.components = components.map { components in
            Dictionary(components.named.map { ($0.name, Verdict.Outcome(verdict: $0.verdict)) }) { $1 }
        }
    }

    func encode(to encoder: any Encoder) throws {
        try verdict.encode(to: encoder)
        guard let components else { return }
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(components, forKey: .components)
    }
}
