import IlkDebugStore
import IlkConsole
import ArgumentParser
import Foundation
import IlkDebug
import IlkStore

/// Says what is new and what grows among debug events.
struct DebugTopCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract:
            "Say what is new and what grows: events that differ in numbers, ids and paths only count as one.",
        discussion: """
            Counts the events that came in within a window against those of the time before, as long as it. New is what \
            never came before the window; growth is the difference in standard deviations of chance: above 3 it is none.
            """
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample("Of the last day", "ilk debug top --debug-file debug.sqlite"),
            CommandExample(
                "Of the last hour, for a program",
                "ilk debug top --hours 1 --format json --debug-file debug.sqlite"),
        ]

    @OptionGroup var debug: DebugFileOptions

    @Option(help: ArgumentHelp("How long the window is.", valueName: "count"))
    var hours: Int = 24

    @Option(help: ArgumentHelp("How many to show.", valueName: "count"))
    var limit: Int = 20

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    private struct Row: Encodable {
        var template: String
        var count: Int
        var before: Int
        var growth: Double
        var isNew: Bool
        var firstSeen: String
        var lastSeen: String
    }

    func validate() throws {
        if hours < 1 || limit < 1 { throw ValidationError("--hours and --limit take a number from 1.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let store = try await DebugBook.openCaughtUp(debug, console)
        let top = try await store.top(hours: hours, limit: limit, now: Date())
        let rows = top.map { count in
            Row(
                template: count.template, count: count.count, before: count.before, growth: count.growth,
                isNew: count.isNew, firstSeen: Self.time(count.firstSeen), lastSeen: Self.time(count.lastSeen)
            )
        }
        switch format {
        case .text: console.output.append(Self.table(rows).rendered(console.style, within: console.room))
        case .json: try console.write(json: rows)
        case .ndjson: for row in rows { try console.write(json: row, isPretty: false) }
        }
        try console.output.flush()
        try store.close()
    }

    private static func time(_ date: Date) -> String { DebugTime.text(DebugLogEntry.nanoseconds(date)) }

    private static func table(_ rows: [Row]) -> Table {
        var table = Table([
            .init("events", .right), .init("before", .right, dispensability: 1), .init("", tone: .strong),
            .init("last", tone: .faint, dispensability: 2), .init("template", minWidth: 20),
        ])
        for row in rows {
            let mark = row.isNew ? "new" : row.growth >= 3 ? "grows" : row.growth <= -3 ? "shrinks" : ""
            table.add([
                DecimalText.grouped(row.count), DecimalText.grouped(row.before), mark,
                String(row.lastSeen.prefix(19)),
                row.template.isEmpty ? "(other)" : row.template,
            ])
        }
        return table
    }
}
