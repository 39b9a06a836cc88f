import IlkDebugStore
import IlkConsole
import ArgumentParser
import Foundation
import IlkDebug

struct DebugTopCommand: StoreCommand {
    static let help = DebugApplication.text(
        "top",
        abstract:
            "Say what is new and what grows: events that differ in numbers, ids and paths only count as one.",
        discussion: """
            Counts the events that came in within a window against those of the time before, as long as it. New is what \
            never came before the window; growth is the difference in standard deviations of chance: above 3 it is none.
            """,
        examples: [
            "Of the last day": "top",
            "Of the last hour, for a program": "top --hours 1 --format json",
        ])

    @OptionGroup var place: DebugFileOptions

    @Option("How long the window is.", value: "count")
    var hours: Int = 24

    @Option("How many to show.", value: "count")
    var limit: Int = 20

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if hours < 1 || limit < 1 { throw ValidationError("--hours and --limit take a number from 1.") }
    }

    func open(_ console: Console) async throws -> OpenStore<DebugApplication> {
        try await .openForSearching(place, console)
    }

    func run(on open: OpenStore<DebugApplication>) async throws {
        let console = open.console
        let top = try await open.store.top(hours: hours, limit: limit, now: open.now)
        try console.write(
            records: top.map { count -> JSONObject in
                [
                    "template": count.template, "count": count.count, "before": count.before,
                    "growth": count.growth, "isNew": count.isNew, "firstSeen": Self.time(count.firstSeen),
                    "lastSeen": Self.time(count.lastSeen),
                ]
            }, as: format
        ) {
            var table = Table([
                .init("events", .right), .init("before", .right, dispensability: 1),
                .init("", tone: .strong), .init("last", tone: .faint, dispensability: 2),
                .init("template", minWidth: 20),
            ])
            for count in top {
                let mark =
                    count.isNew ? "new" : count.growth >= 3 ? "grows" : count.growth <= -3 ? "shrinks" : ""
                table.add([
                    DecimalText.grouped(count.count), DecimalText.grouped(count.before), mark,
                    String(Self.time(count.lastSeen).prefix(19)),
                    count.template.isEmpty ? "(other)" : count.template,
                ])
            }
            return table.rendered(console.style, within: console.room)
        }
    }

    private static func time(_ date: Date) -> String { DebugTime.text(DebugLogEntry.nanoseconds(date)) }
}
