public import IlkFiles
import Ilk
public import IlkCalls
import IlkPipeline
public import IlkVocabulary

/// Suggests emotions for calls from their notes, with the evidence. An emotion set by a person is never
/// changed.
public struct CallAnnotation: Sendable {
    /// The minimum probability for a suggestion.
    public static let threshold = 0.5

    private let storage: CallLogStorage
    private let assembly: PipelineAssembly

    /// Prepares a pipeline with the active emotion model, or with rules only if none is active.
    ///
    /// - Parameters:
    ///   - storage: The call store.
    ///   - folders: The folders of the user's models and rules.
    public init(storage: CallLogStorage, folders: IlkFolders) {
        self.storage = storage
        assembly = PipelineAssembly(
            taxonomy: .emotion, thresholds: PredictionThresholds(Self.threshold), folders: folders)
    }

    /// Suggests an emotion for each call that has notes and no emotion, and stores the suggestions.
    ///
    /// - Parameter calls: The calls.
    /// - Returns: The suggestions by key. Calls for which the pipeline abstains are missing.
    /// - Throws: ``IlkError``, `PipelineError`, or an error of the store.
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
            return (call.key, CallSuggestedEmotion(session.classify(notes, explaining: true), of: notes))
        }
    }
}
