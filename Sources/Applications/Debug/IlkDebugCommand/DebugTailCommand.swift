import IlkConsole
import ArgumentParser
import Foundation
import IlkStore

/// Shows debug events as they come.
struct DebugTailCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Show debug events as they come, whichever program takes them in.",
        discussion: "Shows the last events, oldest first, and waits for more until it is interrupted."
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample(
                "The last events, and no waiting",
                "ilk debug tail --no-follow --limit 5 --debug-file debug.sqlite")
        ]

    @OptionGroup var debug: DebugFileOptions
    @OptionGroup var choice: DebugFilterOptions

    @Option(help: ArgumentHelp("How many events to show at first, from 0.", valueName: "count"))
    var limit: Int = 10

    @Flag(inversion: .prefixedNo, help: "Wait for more.")
    var follow = true

    @Option(help: "The shape of the output; json is one object a line here too.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit takes a number from 0.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let store = try DebugBook.open(debug, console, access: .readOnly)
        let listing = DebugListing(format: format == .json ? .ndjson : format, console: console)
        try await DebugFollowing(limit: limit, follows: follow, listing: listing)
            .run(store, choice.filter(now: Date()))
        try store.close()
    }
}
