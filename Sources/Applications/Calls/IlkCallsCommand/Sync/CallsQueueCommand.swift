import IlkCalls
import IlkConsole
import ArgumentParser
import IlkStore

/// Shows what waits for the server.
struct CallsQueueCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract:
            "Show what waits for the server, in the order in which it goes, and what the server refused.",
        discussion:
            "--clear-failed deletes the calls that the server refused and has never had, and asks first."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("What waits", "ilk calls queue"),
        CommandExample("For a program", "ilk calls queue --format ndjson"),
    ]

    @Option(help: ArgumentHelp("How many to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 50

    @Flag(help: "Delete the calls that the server refused and has never had.")
    var clearFailed = false

    @OptionGroup var erasure: ErasureOptions

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if !clearFailed && erasure.isSaid {
            throw ValidationError("--yes and --dry-run go with --clear-failed.")
        }
    }

    func run() async throws {
        let book = try CallBook.reading(calls, display)
        let queue = CallSyncQueue(book: book, format: format)
        guard clearFailed else {
            try await queue.show(limit: limit)
            return try book.close()
        }
        let refused = try await queue.refused()
        try book.close()
        guard !refused.isEmpty else { return book.console.note("No matching calls.") }
        guard try erasure.allows("delete", CallCount.text(refused.count), book.console) else { return }
        let writable = try CallBook.writing(calls, display)
        let count = try await writable.storage.deleteCallLogs(refused)
        writable.console.note("Deleted \(CallCount.text(count)).")
        try writable.close()
    }
}
