import ArgumentParser
import Foundation
import IlkDomains
import IlkStore

/// Searches debug events.
struct DebugSearchCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find debug events by words and fields, the last that came first.",
        discussion: """
            All must hold, unless OR stands between two; -word must not be there (put -- before a query that begins so); \
            "two words" stand one behind the other, begin* is how a word begins, brackets group. Fields: level>=warn \
            source:ios event:API_* payload.status>=500 payload.user.name:ann correlation: session: device: id: \
            time:2026-11..2026-12. Ends with 1 when there is nothing.
            """
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample("By a word", "ilk debug search timed --debug-file debug.sqlite"),
            CommandExample(
                "By fields",
                #"ilk debug search 'event:API_* source:ios "users"' --debug-file debug.sqlite"#),
            CommandExample(
                "By a number, and how grave it is",
                "ilk debug search 'payload.status>=500 level>=warn' --debug-file debug.sqlite"),
            CommandExample(
                "Of one request",
                "ilk debug search --correlation 7D444840-9DC0-11D1-B245-5FFDCE74FAD2 --debug-file debug.sqlite"
            ),
        ]

    @Argument(help: "What is looked for; nothing is anything.")
    var query: [String] = []

    @OptionGroup var debug: DebugFileOptions
    @OptionGroup var choice: DebugFilterOptions

    @Option(help: ArgumentHelp("How many events to show.", valueName: "count"))
    var limit: Int = 20

    @Option(help: ArgumentHelp("Only events that came before this one.", valueName: "event"))
    var before: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit takes a number from 1.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let now = Date()
        let text = query.joined(separator: " ")
        let query = text.isEmpty ? nil : try DebugQuery(text, calendar: MailBook.calendar(now: now))
        for remark in query?.query.remarks ?? [] { console.note(remark.description) }
        let reference = try before.map { try RecordReference($0) }
        let store = try await DebugBook.openCaughtUp(debug, console)
        var row: Int64?
        if let reference { row = try await store.entry(reference).row }
        let found = try await store.search(
            query, matching: choice.filter(now: now), newest: limit, before: row)
        try DebugListing(format: format, console: console).show(found)
        try store.close()
        if found.count == limit, let last = found.last, format != .json {
            console.note("more: --before \(last.shortID)")
        }
        if found.isEmpty {
            console.noteNothing(format)
            throw CommandFailure(.negative, "")
        }
    }
}
