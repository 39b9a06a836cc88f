import FoundationEssentials
import IlkDomains

/// Writes the records of a log.
struct LogExport {
    /// How.
    var format: RecordFileFormat
    /// `true` if no field is to be taken for a formula by a spreadsheet.
    var isGuarded: Bool
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
        var writer = RecordWriter(format, names: LogRecordCSV.names, isGuarded: isGuarded, to: output)
        var last: Int64?
        while true {
            let page = try await store.records(after: last, matching: filter)
            for record in page.records {
                try writer.write(
                    json: { json.bytes(record) }, fields: { LogRecordCSV.fields(record, &json) })
            }
            try console.checkStop()
            guard let row = page.row else { break }
            last = row
        }
        return try writer.end()
    }
}
