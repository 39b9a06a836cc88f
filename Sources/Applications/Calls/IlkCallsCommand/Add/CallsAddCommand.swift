import IlkConsole
import ArgumentParser
import FoundationEssentials

/// Records a call.
struct CallsAddCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Record a call in one line: whom, how long, how it felt, what was said.",
        discussion: """
            Behind the name, in any order: a duration (20m, 1h5m), an emotion (happy, neutral, sad, frustrated, excited, \
            or its face), and words, which are notes; nothing of it is needed. Where no emotion is said, one is \
            suggested from the notes, and never taken for what you said.
            """
    )

    static let examples = [
        CommandExample("A call in one line", "ilk calls add 'Sarah' 20m happy 'we talked about Rome'"),
        CommandExample("Only that there was one", "ilk calls add Ben"),
        CommandExample(
            "By options",
            "ilk calls add Ben --at yesterday --duration 1h5m --emotion sad --notes 'bad news' --tag family"),
    ]

    @Argument(help: "Whom the call was with: a name, or a contact's number.")
    var contact: String

    @Argument(help: "A duration, an emotion, notes.")
    var words: [String] = []

    @OptionGroup var recording: CallRecordingOptions

    func run() async throws {
        let book = try CallBook.writing(recording.calls, recording.display)
        var said = try CallFields(words)
        try await said.take(recording.fields, book)
        let call = try await CallAdding(book: book).run(contact, said, recording.fields)
        try await recording.finish(call, in: book)
    }
}
