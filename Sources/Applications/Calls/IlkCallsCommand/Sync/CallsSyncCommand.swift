import IlkConsole
import ArgumentParser
import IlkStore
import Monica

/// Syncs calls with a server.
struct CallsSyncCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Sync the calls with Monica: what waits goes there, what is new there comes here.",
        usage: "ilk calls sync [--server <url>] [--token-file <file>] [--as <records>] [--all] [--anew]",
        discussion: """
            The address is remembered with the calls. The token is one that Monica makes under Settings, API; it is read \
            from a file or a variable, and neither stored nor shown. Calls with people whom Monica does not know wait \
            until she does, by their names. A call that she refuses is marked as failed, with her words, and holds up no \
            other: ilk calls queue shows it. Of a call that was changed on both sides the last version wins, and the other \
            is kept: ilk calls conflicts.

            It may be stopped at any moment and goes on the next time. Ends with 2 when calls were refused or wait for \
            people, 69 when the server does not answer, 75 when another program is syncing, 77 when the token is not \
            accepted.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m happy"),
        CommandExample("What would go", "ilk calls queue"),
        CommandExample("The variables and options", "ilk calls sync --help"),
    ]

    @OptionGroup var server: CallServerOptions

    @Flag(help: "Read all calls there again, to find deletions; else that is done once a day.")
    var all = false

    @Flag(
        help:
            "Forget which server the calls were synced with, and sync them with this one. What is there already is found by its key."
    )
    var anew = false

    @OptionGroup var erasure: ErasureOptions

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if !anew && erasure.isSaid { throw ValidationError("--yes and --dry-run go with --anew.") }
    }

    func run() async throws {
        if anew {
            let book = try CallBook.reading(calls, display)
            let known = try await CallLogSyncService.server(of: book.storage)
            try book.close()
            if let known {
                let what = "the sync state with \(known.address)"
                guard try erasure.allows("delete", what, book.console) else { return }
            } else if erasure.dryRun {
                return book.console.note("There is no sync state.")
            }
        }
        let book = try CallBook.writing(calls, display)
        try await CallSyncing(book: book, format: format, readsAll: all, forgets: anew).run(server)
    }
}
