import IlkCalls
import IlkConsole
import ArgumentParser
import IlkStore

/// Decides a conflict.
struct CallsResolveCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Choose what a call is that was changed here and on the server.",
        usage: "ilk calls resolve <conflict> --keep <version> [--calls-file <file>]",
        discussion: """
            local is what was said here, server what was said there, merged the later of both with the notes of both. A \
            conflict is -1 (the last found), its id, or that of its call. ilk calls conflicts shows them.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("Which there are", "ilk calls conflicts"),
        CommandExample("How to choose", "ilk calls resolve --help"),
    ]

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The conflict.", valueName: "conflict"))
    var words: [String] = []

    @Option(help: "What the call is to be.")
    var keep: CallConflictChoice

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Name a conflict.") }
    }

    func run() async throws {
        let book = try CallBook.writing(calls, display)
        let call = try await book.storage.resolve(RecordReference(words.first ?? ""), as: keep.choice)
        book.console.note("\(call.shortID): \(keep.rawValue)")
        try book.close()
    }
}
