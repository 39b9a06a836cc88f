import IlkVocabulary
import IlkConsole
import IlkDebug
import IlkDebugStore
import IlkStore

struct DebugListing {
    var format: OutputFormat
    var console: Console

    func show(_ records: [DebugRecord]) throws {
        guard format != .text else {
            let line = DebugLine(on: console)
            for record in records { console.output.append(line.text(record)) }
            return try console.output.flush()
        }
        var writer = RecordWriter(format == .json ? .json : .ndjson, names: [], to: console.output)
        for record in records { try writer.write(json: { try DebugRecordJSON.bytes(record) }) }
        _ = try writer.end()
    }
}

/// A debug event on one line.
struct DebugLine {
    let style: Style
    /// The width of the terminal, in columns.
    let columns: Int

    init(on console: Console) {
        style = console.style
        columns = console.room == .max ? 1000 : console.room
    }

    /// Returns the line of a record. The line begins with `time` or, if that is `nil`, with the time of day
    /// of the event.
    func text(_ record: DebugRecord, time: String? = nil) -> String {
        let entry = record.entry
        let time = time ?? String(DebugTime.text(entry.nanoseconds).dropFirst(11).prefix(12))
        let level = Self.level(record)
        let head =
            "\(record.shortID)  \(time)  \(Self.padded(level, 6))  \(Self.padded(entry.source.rawValue, 7))  "
        let room = max(8, columns - DisplayWidth.of(head))
        let text = VisibleText.oneLine(
            VisibleText.beginning(of: entry.text, columns: max(1, min(columns, 1000))))
        return style.paint("\(record.shortID)  \(time)", .faint) + "  "
            + style.paint(Self.padded(level, 6), .strong) + "  \(Self.padded(entry.source.rawValue, 7))  "
            + DisplayWidth.truncated(text, to: room) + "\n"
    }

    /// Returns the corrected level if there is one, otherwise the sent level, otherwise the suggested level
    /// followed by `?`, otherwise `-`.
    static func level(_ record: DebugRecord) -> String {
        record.correction?.rawValue ?? uncorrectedLevel(record)
    }

    /// Returns the sent level if there is one, otherwise the suggested level followed by `?`, otherwise `-`.
    static func uncorrectedLevel(_ record: DebugRecord) -> String {
        record.entry.level?.rawValue ?? record.suggestion.map { $0.label.rawValue + "?" } ?? "-"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    }
}
