import ArgumentParser
import IlkDebug
import IlkDomains
import IlkStore
import IlkVocabulary

/// Shows one debug event whole.
struct DebugShowCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one debug event: all of its payload, and what spoke for its level where nobody said."
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample("The last that came", "ilk debug show -1 --debug-file debug.sqlite"),
            CommandExample("By the end of its id", "ilk debug show 4FC964FF --debug-file debug.sqlite"),
        ]

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The event.", valueName: "event"))
    var words: [String] = []

    @OptionGroup var debug: DebugFileOptions

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Name one event.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let store = try DebugBook.open(debug, console, access: .readOnly)
        let record = try await store.entry(RecordReference(words[0]))
        if format == .json {
            console.output.append(try DebugRecordJSON.bytes(record) + [0x0A])
        } else {
            console.output.append(Self.text(record, console))
        }
        try console.output.flush()
        try store.close()
    }

    private static func text(_ record: DebugRecord, _ console: Console) -> String {
        let entry = record.entry
        var rows = [
            ("id", entry.id.description), ("correlation", entry.correlationId.description),
            ("time", DebugTime.text(entry.nanoseconds)), ("received", DebugTime.text(record.received)),
            ("source", entry.source.rawValue), ("level", DebugLine.level(record)), ("event", entry.event),
        ]
        if let device = entry.deviceId { rows.append(("device", device.description)) }
        if let session = entry.sessionId {
            rows.append(("session", session.description + (entry.sequence.map { ", event \($0)" } ?? "")))
        }
        for line in record.suggestion?.evidence ?? [] { rows.append(("because", line)) }
        entry.payload.leaves { path, value in
            rows.append(
                (
                    path,
                    value.asString
                        ?? String(
                            decoding: (["": value] as DebugPayload).json.dropFirst(4).dropLast(),
                            as: UTF8.self)
                ))
        }
        let width = min(24, rows.map { DisplayWidth.of($0.0) }.max() ?? 0)
        return rows.map { name, value in
            let name = DisplayWidth.truncated(VisibleText.oneLine(name), to: width)
            let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(name)) + 2)
            return console.style.paint(name, .faint) + padding + VisibleText.oneLine(value) + "\n"
        }.joined()
    }
}
