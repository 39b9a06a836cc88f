import ArgumentParser
import IlkConsole
import IlkDebugStore
import IlkVocabulary

struct DebugTailCommand: StoreCommand {
    static let help = DebugApplication.text(
        "tail",
        abstract: "Print debug events as they arrive.",
        discussion: """
            Prints the most recently received events, oldest first. Then prints each new event when it \
            arrives, until the command is interrupted.
            """,
        examples: [
            "Print the last events without waiting": "tail --no-follow --limit 5"
        ])

    @OptionGroup var place: DebugFileOptions
    @OptionGroup var choice: DebugFilterOptions

    @Option(count: "The number of stored events to print first, 0 or more.", from: 0)
    var limit = 10

    @Flag(inversion: .prefixedNo, help: "Wait for new events.")
    var follow = true

    @Option(help: "The output format; json prints one object per line.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run(on open: OpenStore<DebugApplication>) async throws {
        let listing = DebugListing(format: format == .json ? .ndjson : format, console: open.console)
        try await DebugFollower(limit: limit, follows: follow, listing: listing)
            .run(open.store, choice.selection(in: open))
    }
}

/// Prints the debug events of a store as they arrive.
struct DebugFollower {
    /// The number of stored events to print first.
    var limit: Int
    var follows: Bool
    var listing: DebugListing

    /// The pause before the next check if no new event has arrived.
    private static let pause: Duration = .milliseconds(100)
    /// The number of rows that are read at a time.
    private static let page = 500

    func run(_ store: DebugLogStore, _ filter: DebugFilter) async throws {
        // Determine the newest row before the first events are read. Events that arrive in between are then
        // not missed.
        var (_, row) = try await store.entries(after: nil, limit: 1)
        let first = try await store.newest(limit, upTo: row, matching: filter)
        try listing.show(first.reversed())
        while follows, listing.console.stop.request == nil {
            let (entries, last) = try await store.entries(after: row, limit: Self.page, matching: filter)
            if !entries.isEmpty { try listing.show(entries) }
            let isLull = last == row
            row = last
            if isLull { try await Task.sleep(for: Self.pause) }
        }
    }
}
