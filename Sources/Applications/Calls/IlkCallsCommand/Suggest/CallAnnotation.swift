public import IlkFiles
import Ilk
public import IlkCalls
import IlkPipeline
public import IlkVocabulary

/// Says how calls felt, by their notes, with what spoke for it: beside what people say, never in its place.
public struct CallAnnotation: Sendable {
    /// How probable an emotion must be to be suggested.
    public static let threshold = 0.5

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
            return (call.key, CallSuggestedEmotion(session.classify(notes, receipts: true), of: notes))
        }
    }
}
