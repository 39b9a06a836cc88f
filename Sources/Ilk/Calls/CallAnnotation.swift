public import IlkDomains
import IlkPipeline
public import IlkVocabulary

/// Says how calls felt, by their notes, with what spoke for it: beside what people say, never in its place.
public struct CallAnnotation: Sendable {
    /// How probable an emotion must be to be suggested.
    public static let threshold = 0.5
    /// How many pieces of evidence are kept.
    static let keptEvidence = 4

    private let storage: CallLogStorage
    private let assembly: PipelineAssembly

    /// Annotation of a store's calls by the user's emotion model, and by the rules alone where there is none.
    ///
    /// - Parameters:
    ///   - storage: The calls.
    ///   - folders: Where models and rules are.
    public init(storage: CallLogStorage, folders: IlkFolders) {
        self.storage = storage
        assembly = PipelineAssembly(
            taxonomy: .emotion, thresholds: ClaimThresholds(Self.threshold), folders: folders)
    }

    /// Suggests an emotion for each call that has notes and no person's word, and keeps it beside the call.
    ///
    /// - Returns: What was suggested, by the call's key; nothing for calls of which nothing can be said.
    /// - Throws: ``IlkError``, `PipelineError`, and the store's errors.
    public func suggest(_ calls: [CallLogEntity]) async throws -> [RecordID: CallSuggestedEmotion] {
        let open = calls.filter { $0.emotionalState == nil && !($0.notes ?? "").isEmpty }
        guard !open.isEmpty else { return [:] }
        var suggestions: [RecordID: CallSuggestedEmotion] = [:]
        for (key, suggestion) in try Self.suggestions(for: open, by: assembly.pipeline()) {
            if try await storage.suggest(suggestion, for: key), let suggestion {
                suggestions[key] = suggestion
            }
        }
        return suggestions
    }

    private static func suggestions(
        for calls: [CallLogEntity], by pipeline: Pipeline
    ) throws -> [(RecordID, CallSuggestedEmotion?)] {
        let session = try pipeline.makeSession()
        return calls.map { call in
            let notes = call.notes ?? ""
            return (call.key, suggestion(session.classify(notes, receipts: true), notes))
        }
    }

    /// Nil where the pipeline claims nothing.
    private static func suggestion(_ verdict: Verdict, _ notes: String) -> CallSuggestedEmotion? {
        guard verdict.abstention == nil, let emotion = EmotionalState(rawValue: verdict.category.rawValue),
            let place = verdict.taxonomy.index(of: verdict.category)
        else { return nil }
        let loud = verdict.evidence.map { (evidence: $0, support: $0.support(forCategoryAt: place)) }
            .filter { $0.support >= 0.1 && $0.evidence.kind != .prior }
            .sorted { $0.support > $1.support }
        return CallSuggestedEmotion(
            emotion: emotion, probability: verdict.probability,
            evidence: loud.prefix(keptEvidence).map { line($0.evidence, $0.support, notes) },
            provenance: verdict.provenance)
    }

    /// `+2.3 rule happy.thanks: thank you`.
    private static func line(_ evidence: Evidence, _ support: Double, _ notes: String) -> String {
        let tenths = Int((support * 10).rounded())
        let words = evidence.spans.prefix(3).map { span in
            String(decoding: Array(notes.utf8)[span.range.clamped(to: 0..<notes.utf8.count)], as: UTF8.self)
        }
        let kind = evidence.kind == .token ? "" : "\(evidence.kind.rawValue) "
        let said = words.isEmpty || words == [evidence.name] ? "" : ": " + words.joined(separator: ", ")
        return "+\(tenths / 10).\(tenths % 10) \(kind)\(evidence.name)\(said)"
    }
}
