import ArgumentParser
import IlkConsole
import IlkDebugStore
import IlkVocabulary

/// Shows debug events as they come.
struct DebugTailCommand: StoreCommand {
    static let help = DebugApplication.text(
        "tail",
        abstract: "Show debug events as they come, whichever program takes them in.",
        discussion: "Shows the last events, oldest first, and waits for more until it is interrupted.",
        examples: [
            "The last events, and no waiting": "tail --no-follow --limit 5"
        ])

    @OptionGroup var place: DebugFileOptions
    @OptionGroup var choice: DebugFilterOptions

    @Option("How many events to show at first, from 0.", value: "count")
    var limit: Int = 10

    @Flag(inversion: .prefixedNo, help: "Wait for more.")
    var follow = true

    @Option(help: "The shape of the output; json is one object a line here too.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit takes a number from 0.") }
    }

    func run(on open: OpenStore<DebugApplication>) async throws {
        let listing = DebugListing(format: format == .json ? .ndjson : format, console: open.console)
        try await DebugFollowing(limit: limit, follows: follow, listing: listing)
            .run(open.store, choice.filter(now: open.now))
    }
}

/// Shows debug events as they come into a store.
struct DebugFollowing {
    /// How many of those that are there are shown first.
    var limit: Int
    /// Whether it waits for more.
    var follows: Bool
    /// How they are shown.
    var listing: DebugListing

    /// How often it looks.
    private static let pause: Duration = .milliseconds(100)
    /// How many rows are read at a time.
    private static let page = 500

    /// Shows them until it is asked to stop.
    func run(_ store: DebugLogStore, _ filter: DebugFilter) async throws {
        // Where it goes on is asked for before what is shown first: nothing is missed between the two.
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
