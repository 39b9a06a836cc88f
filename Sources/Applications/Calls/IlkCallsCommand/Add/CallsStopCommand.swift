import IlkCalls
import IlkConsole
import ArgumentParser

/// Stops the timer and records the call.
struct CallsStopCommand: CallRecordingCommand {
    static let help = CommandText(
        "stop",
        abstract: "End the call that goes on, and record it with its duration: begun minutes count.",
        examples: [
            "Begin": "ilk calls start Sarah",
            "End, and say more": "ilk calls stop happy 'she moves to Rome' --tag family",
        ])

    @Argument(help: "An emotion, notes; a duration, where the timer is wrong.")
    var words: [String] = []

    @OptionGroup var recording: CallRecordingOptions

    func run(on book: OpenCallStore) async throws {
        var said = try CallFields(words)
        try await said.override(recording.fields, book)
        let (all, options) = (said, recording.fields)
        let moment = options.at?.callDate(now: book.now, book.timeline)
        let (tags, attachments) = (options.tags, options.attachments)
        let call = try await book.store.stopTimer { draft in
            draft.duration = all.duration ?? draft.duration
            draft.emotionalState = all.emotion
            draft.notes = all.notes
            draft.calledAt = moment ?? draft.calledAt
            (draft.tags, draft.attachments) = (tags, attachments)
        }
        try await recording.finish(call, in: book)
    }
}
