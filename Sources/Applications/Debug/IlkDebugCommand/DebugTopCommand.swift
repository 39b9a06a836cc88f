import IlkDebugStore
import IlkConsole
import ArgumentParser
import IlkDebug

struct DebugTopCommand: StoreCommand, OutputArguments {
    static let help = DebugApplication.text(
        "top",
        abstract: "Group similar debug events; list new and growing groups.",
        discussion: """
            Events that differ only in numbers, ids, paths and addresses form a group. The template of a \
            group is the text that its events have in common. The command counts the events of each group in \
            the last hours (--hours) and in the equally long period before. A group is new if it has no \
            event before the last hours. Growth is the change in the number of events, measured in standard \
            deviations; a growth above 3 is unlikely to be chance.
            """,
        examples: [
            "Group the events of the last day": "top",
            "Group the events of the last hour, as JSON": "top --hours 1 --format json",
        ])

    @OptionGroup var place: DebugFileOptions

    @Option(count: "The length of the counted period, in hours up to now.")
    var hours = 24

    @Option(count: "The maximum number of groups to list.")
    var limit = 20

    @OptionGroup var output: OutputOptions<OutputFormat>

    func open(_ console: Console) async throws -> OpenStore<DebugApplication> {
        try await .openForSearching(place.settings, console)
    }

    func run(on open: OpenStore<DebugApplication>) async throws {
        let console = open.console
        let top = try await open.store.top(hours: hours, limit: limit, now: open.now)
        try console.write(
            records: top.map(\.fields), as: format, empty: "No matching events."
        ) {
            var table = Table([
                .init("events", .right), .init("before", .right, dispensability: 1),
                .init("", tone: .strong), .init("last", tone: .faint, dispensability: 2),
                .init("template", minWidth: 20),
            ])
            for count in top {
                let mark =
                    count.isNew
                    ? "new" : count.growth >= 3 ? "growing" : count.growth <= -3 ? "shrinking" : ""
                table.add([
                    DecimalText.grouped(count.count), DecimalText.grouped(count.before), mark,
                    String(DebugTime.text(DebugLogEntry.nanoseconds(count.lastSeen)).prefix(19)),
                    count.template.isEmpty ? "(other)" : count.template,
                ])
            }
            return table.rendered(console.style, within: console.room)
        }
    }
}
