import IlkConsole
import IlkDebug
import IlkDebugStore

/// Shows debug events.
struct DebugListing {
    /// How they are shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// Shows them in this order.
    func show(_ records: [DebugRecord]) throws {
        let columns = console.room == .max ? 1000 : console.room
        for (place, record) in records.enumerated() {
            switch format {
            case .text:
                console.output.append(DebugLine(style: console.style, columns: columns).text(record))
            case .ndjson: console.output.append(try DebugRecordJSON.bytes(record) + [0x0A])
            case .json:
                console.output.append(
                    Array((place == 0 ? "[\n" : ",\n").utf8) + (try DebugRecordJSON.bytes(record)))
            }
        }
        if format == .json { console.output.append(records.isEmpty ? "[]\n" : "\n]\n") }
        try console.output.flush()
    }
}
