import Ilk
import IlkCalls
import IlkConsole
import IlkPipeline
import IlkVocabulary

extension OpenCallStore {
    /// Suggests an emotion for each call that has notes and no emotion, and stores the suggestions. An
    /// emotion set by a person is never changed.
    ///
    /// The pipeline uses the active emotion model and the rules. If no model is active, it uses the rules
    /// only.
    ///
    /// - Returns: The suggestions, by the key of the call. Calls for which the pipeline abstains are omitted.
    /// - Throws: `IlkError`, `PipelineError`, or an error of the store.
    func suggestEmotions(for calls: [CallLogEntity]) async throws -> [RecordID: CallSuggestedEmotion] {
        let open = calls.filter { $0.emotionalState == nil && !($0.notes ?? "").isEmpty }
        guard !open.isEmpty else { return [:] }
        var suggestions: [RecordID: CallSuggestedEmotion] = [:]
        for (key, suggestion) in try predictedEmotions(of: open) {
            if try await store.suggest(suggestion, for: key), let suggestion {
                suggestions[key] = suggestion
            }
        }
        return suggestions
    }

    private func predictedEmotions(
        of calls: [CallLogEntity]
    ) throws -> [(RecordID, CallSuggestedEmotion?)] {
        let assembly = PipelineAssembly(
            taxonomy: .emotion, thresholds: PredictionThresholds(0.5), folders: console.folders)
        let session = try assembly.pipeline().makeSession()
        return calls.map { call in
            let notes = call.notes ?? ""
            return (call.key, CallSuggestedEmotion(session.classify(notes, explaining: true), of: notes))
        }
    }
}
