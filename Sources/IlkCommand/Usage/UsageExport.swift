import IlkDomains

/// Writes usage so that another store can take it in: between a header and a trailer all people, and the events in the order
/// of time.
struct UsageExport {
    /// How.
    let format: RecordFileFormat
    /// Whether no field is to be taken for a formula by a spreadsheet.
    let isGuarded: Bool
    /// The usage as its commands have it.
    let book: UsageBook

    /// Writes the events that a filter lets through.
    ///
    /// - Returns: How many records there are.
    @discardableResult
    func run(_ filter: UsageFilter, to output: OutputWriter) async throws -> Int {
        var json = UsageRecordJSON()
        var seal = UsageFileSeal()
        var writer = RecordWriter(format, names: UsageRecordCSV.names, isGuarded: isGuarded, to: output)
        func write(_ bytes: [UInt8]) throws {
            try writer.write(json: { bytes }, fields: { UsageRecordCSV.fields(bytes) })
        }
        func write(_ record: UsageRecord) throws {
            let bytes = json.bytes(record)
            seal.add(bytes)
            try write(bytes)
        }
        try write(UsageFileSeal.header)
        for record in try await book.store.people() { try write(record) }
        var last: Int64?
        while true {
            let page = try await book.store.events(after: last, matching: filter)
            for event in page.events { try write(.event(event)) }
            try book.console.checkStop()
            guard let place = page.place else { break }
            last = place
        }
        try write(seal.trailer)
        _ = try writer.end()
        return seal.records
    }
}
