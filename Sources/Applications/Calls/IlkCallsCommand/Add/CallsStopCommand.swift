import IlkCalls
import IlkConsole
import ArgumentParser

/// Stops the timer and records the call.
struct CallsStopCommand: CallRecordingCommand {
    static let help = CommandText(
        "stop",
        abstract: "Stop the timer and record the call. The duration is rounded up to minutes.",
        examples: [
            "Start a call": "ilk calls start Sarah",
            "Stop the call, with an emotion and notes":
                "ilk calls stop happy 'she moves to Rome' --tag family",
        ])

    @Argument(help: "Emotion, notes, and a duration to replace the measured one.")
    var words: [String] = []

    @OptionGroup var recording: CallRecordingOptions

    func run(on open: OpenCallStore) async throws {
        let said = try await recording.fields.fields(words, in: open)
        let call = try await open.store.stopTimer { draft in
            draft.duration = said.duration ?? draft.duration
            draft.emotionalState = said.emotion
            draft.notes = said.notes
            draft.calledAt = said.calledAt ?? draft.calledAt
            (draft.tags, draft.attachments) = (said.tags, said.attachments)
        }
        try await recording.finish(call, in: open)
    }
}
