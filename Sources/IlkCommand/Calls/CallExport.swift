import IlkDomains

/// Writes calls so that another store can take them in.
struct CallExport {
    /// How.
    let format: RecordFileFormat
    /// Whether no field is to be taken for a formula by a spreadsheet.
    let isGuarded: Bool
    /// The calls as their commands have them.
    let book: CallBook

    /// Writes the calls that a filter lets through, or those that are named, in the order of their times.
    ///
    /// - Returns: How many.
    @discardableResult
    func run(_ filter: CallFilter, _ named: [RecordReference], to output: OutputWriter) async throws -> Int {
        var json = CallRecordJSON()
        var writer = RecordWriter(format, names: CallRecordCSV.names, isGuarded: isGuarded, to: output)
        func write(_ record: CallRecord) throws {
            try writer.write(json: { json.bytes(record) }, fields: { CallRecordCSV.fields(record) })
        }
        guard named.isEmpty else {
            for record in try await book.storage.records(named) { try write(record) }
            return try writer.end()
        }
        var last: Int64?
        while true {
            let page = try await book.storage.records(after: last, matching: filter)
            for record in page.records { try write(record) }
            try book.console.checkStop()
            guard let place = page.place else { break }
            last = place
        }
        return try writer.end()
    }
}
