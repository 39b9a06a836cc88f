import ArgumentParser
import IlkDomains

/// Shows one call whole.
struct CallsShowCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all that is known of a call.",
        usage: "ilk calls show <call> [--format <format>] [--calls-file <file>]",
        discussion: "A call is -1 (the newest), -2 and so on, an id, or an id's last 8 characters."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m 'we talked about Rome'"),
        CommandExample("The newest", "ilk calls show -1"),
    ]

    /// `-1` looks like an option to the parser: what it does not know is kept, and looked at in `validate`.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The call.", valueName: "call"))
    var words: [String] = []

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Name a call.") }
    }

    func run() async throws {
        let book = try CallBook.reading(calls, display)
        try await CallShowing(book: book, format: format).run(words.first ?? "")
        try book.close()
    }
}
