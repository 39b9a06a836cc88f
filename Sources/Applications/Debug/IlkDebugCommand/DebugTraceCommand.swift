import IlkDebug
import IlkConsole
import ArgumentParser
import IlkDebugStore
import IlkStore
import IlkVocabulary

struct DebugTraceCommand: StoreCommand, OutputArguments {
    static let help = DebugApplication.text(
        "trace",
        abstract: "Show all events with one correlation id as a timeline.",
        discussion: """
            All events of one request have the same correlation id, even if several programs sent them. \
            Events of one session are sorted by sequence number, not by time. Times are shown relative to \
            the first event. Exits with 1 if there are no events.
            """,
        examples: [
            "Trace a correlation by its id": "trace 7D444840-9DC0-11D1-B245-5FFDCE74FAD2",
            "Trace the correlation of the last event": "trace -1",
        ])

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A correlation id, or the id of one of its events.", valueName: "id"))
    var words: [String] = []

    @OptionGroup var place: DebugFileOptions

    @OptionGroup var output: OutputOptions<OutputFormat>

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Specify one correlation id, or the id of one event.") }
    }

    func run(on open: OpenStore<DebugApplication>) async throws {
        let (store, console) = (open.store, open.console)
        var found: [DebugRecord]
        if let id = RecordID(words[0]) {
            found = try await store.trace(id)
            if found.count == 1, found[0].entry.id == id {
                found = try await store.trace(found[0].entry.correlationId)
            }
        } else {
            let record = try await store.entry(DebugApplication.reference(words[0], at: "<id>"))
            found = try await store.trace(record.entry.correlationId)
        }
        if format == .text {
            console.output.append(Self.timeline(found, console))
            try console.output.flush()
        } else {
            try DebugListing(format: format, console: console).show(found)
        }
        guard found.isEmpty else { return }
        if format == .text { console.note("No matching events.") }
        throw CommandError(.checkFailed, "")
    }

    private static func timeline(_ records: [DebugRecord], _ console: Console) -> String {
        guard let first = records.map(\.entry.nanoseconds).min() else { return "" }
        let line = DebugLine(on: console)
        return records.map { record in
            // The difference may exceed Int64, but never UInt64. Therefore it is computed with wrapping.
            let milliseconds = UInt64(bitPattern: record.entry.nanoseconds &- first) / 1_000_000
            let text = "+\(milliseconds / 1000).\(String(String(milliseconds % 1000 + 1000).dropFirst()))s"
            return line.text(record, time: String(repeating: " ", count: max(0, 12 - text.count)) + text)
        }.joined()
    }
}
