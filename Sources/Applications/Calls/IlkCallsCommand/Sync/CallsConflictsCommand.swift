import IlkCalls
import IlkConsole
import ArgumentParser
import IlkStore

/// Shows calls that both sides changed.
struct CallsConflictsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Show calls that were changed here and on the server, both versions side by side.",
        discussion: "One of them has won by itself; ilk calls resolve chooses another."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"), CommandExample("Look", "ilk calls conflicts"),
    ]

    @Flag(help: "Those that were decided, too.")
    var all = false

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let book = try CallBook.reading(calls, display)
        try await CallConflicts(book: book, format: format).show(
            try await book.storage.conflicts(includesResolved: all))
        try book.close()
    }
}
