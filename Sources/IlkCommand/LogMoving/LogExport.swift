import FoundationEssentials
import IlkDomains

/// Writes the records of a log.
struct LogExport {
    /// How.
    var format: LogFileFormat
    /// Which.
    var filter: LogFilter
    /// Where.
    var console: Console

    /// Writes all of them.
    ///
    /// - Returns: How many.
    @discardableResult
    func run(_ store: ClassificationLogStore, to output: OutputWriter) async throws -> Int {
        var json = LogRecordJSON()
        var count = 0
        var last: Int64?
        if format == .csv { output.withBuffer { CommaSeparated.append(LogRecordCSV.names, to: &$0) } }
        while true {
            let page = try await store.records(after: last, matching: filter)
            for record in page.records {
                switch format {
                case .ndjson: output.append(json.bytes(record) + [0x0A])
                case .json: output.append(Array((count == 0 ? "[\n" : ",\n").utf8) + json.bytes(record))
                case .csv:
                    let fields = LogRecordCSV.fields(record, &json)
                    output.withBuffer { CommaSeparated.append(fields, to: &$0) }
                }
                count += 1
                try output.endRecord()
            }
            try console.checkStop()
            guard let row = page.row else { break }
            last = row
        }
        if format == .json { output.append(count == 0 ? "[]\n" : "\n]\n") }
        try output.flush()
        return count
    }
}
