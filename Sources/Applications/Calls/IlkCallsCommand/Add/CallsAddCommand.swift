import IlkConsole
import ArgumentParser
import IlkCalls

struct CallsAddCommand: CallRecordingCommand {
    static let help = CommandText(
        "add",
        abstract: "Record a call in one line: whom, how long, how it felt, what was said.",
        discussion: """
            Behind the name, in any order: a duration (20m, 1h5m), an emotion (happy, neutral, sad, frustrated, excited, \
            or its face), and words, which are notes; nothing of it is needed. Where no emotion is said, one is \
            suggested from the notes, and never taken for what you said.
            """,
        examples: [
            "A call in one line": "ilk calls add 'Sarah' 20m happy 'we talked about Rome'",
            "Only that there was one": "ilk calls add Ben",
            "By options":
                "ilk calls add Ben --at yesterday --duration 1h5m --emotion sad --notes 'bad news' --tag family",
        ])

    @Argument(help: "Whom the call was with: a name, or a contact's number.")
    var contact: String

    @Argument(help: "A duration, an emotion, notes.")
    var words: [String] = []

    @OptionGroup var recording: CallRecordingOptions

    func run(on book: OpenCallStore) async throws {
        var said = try CallFields(words)
        let options = recording.fields
        try await said.override(options, book)
        var draft = CallDraft(
            contactId: 1, calledAt: options.at?.callDate(now: book.now, book.timeline) ?? book.now,
            duration: said.duration, emotionalState: said.emotion, notes: said.notes, tags: options.tags,
            attachments: options.attachments)
        // Report errors before a contact is created.
        try draft.check(now: book.now)
        draft.contactId = try await book.contact(making: contact).id
        try await recording.finish(try await book.store.saveCallLog(draft), in: book)
    }
}
