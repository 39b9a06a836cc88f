import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

extension CallsApplication: CorrectApplication {
    static let correctText = CommandText(
        "correct",
        abstract: "Correct the recorded or suggested emotion of a call.",
        usage: correctUsage,
        discussion: """
            Sets the emotion like 'ilk calls edit --set-emotion', and also stores the author and the time of \
            the correction. 'ilk calls show' lists all corrections. 'ilk retrain --from calls' learns from \
            the corrected emotion. A call can be corrected again. --withdraw restores the emotion before the \
            first correction. If the call had no emotion then, its suggested emotion is shown again.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah 'we talked about Rome'",
            "Correct its emotion": "ilk calls correct -1 happy",
            "Withdraw the correction": "ilk calls correct -1 --withdraw",
        ])

    static func correct(
        _ reference: String, by correction: RecordCorrection, _ selection: Void, in open: OpenStore<Self>
    ) async throws -> CorrectedRecord {
        let emotion = try correction.label.map { name in
            guard let emotion = CallEmotion(argument: name)?.state else {
                throw CommandError.invalid("<label>", name, allowed: CallEmotion.allValueStrings)
            }
            return emotion
        }
        let reference = try Self.reference(reference)
        let call = try await open.store.fetchCallLog(reference)
        let suggested = try await open.store.suggestion(for: call.key)
        let (before, after) = try await open.store.correct(
            .id(call.key), to: emotion, author: correction.author)
        return CorrectedRecord(
            id: after.shortID, before: before.emotionalState ?? suggested.map { $0.label.rawValue + "?" },
            after: after.emotionalState, text: after.notes ?? "")
    }
}
