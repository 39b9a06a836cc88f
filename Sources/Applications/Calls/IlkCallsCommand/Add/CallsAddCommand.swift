import IlkConsole
import ArgumentParser
import IlkCalls

struct CallsAddCommand: CallRecordingCommand {
    static let help = CommandText(
        "add",
        abstract: "Record a call: contact, duration, emotion and notes.",
        discussion: """
            Only the contact is required. The contact may be followed, in any order, by a duration (20m, \
            1h5m), an emotion (happy, neutral, sad, frustrated, excited, or its emoji), and notes.

            If no emotion is given, one is suggested from the notes. A suggestion is never used for \
            training.
            """,
        examples: [
            "Record a call in one line": "ilk calls add 'Sarah' 20m happy 'we talked about Rome'",
            "Record only the contact": "ilk calls add Ben",
            "Record a call with options":
                "ilk calls add Ben --at yesterday --duration 1h5m --emotion sad --notes 'bad news' --tag family",
        ])

    @Argument(help: "Contact: a name, or the id of a stored contact.")
    var contact: String

    @Argument(help: "Duration, emotion and notes, in any order.")
    var words: [String] = []

    @OptionGroup var recording: CallRecordingOptions

    func run(on open: OpenCallStore) async throws {
        let said = try await recording.fields.fields(words, in: open)
        var draft = CallDraft(
            contactId: 1, calledAt: said.calledAt ?? open.now,
            duration: said.duration, emotionalState: said.emotion, notes: said.notes, tags: said.tags,
            attachments: said.attachments)
        // Check for errors before a contact is created.
        try draft.check(now: open.now)
        draft.contactId = try await open.contact(making: contact).id
        try await recording.finish(try await open.store.saveCallLog(draft), in: open)
    }
}
