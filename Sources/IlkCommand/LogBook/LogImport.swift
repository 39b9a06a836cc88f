import IlkDomains

/// Takes records from a file into a log.
struct LogImport {
    /// How they are written.
    var format: RecordFileFormat
    /// What happens about a record that cannot be taken.
    var policy: FaultPolicy
    /// Where is told what happened.
    var console: Console

    /// Takes all that is read, record by record: a file may be larger than memory.
    ///
    /// - Parameter read: Reads the next block into the array and says how many bytes it has; 0 at the end.
    /// - Throws: `badInput` for a record that cannot be taken; what stands before it is in the log then.
    func run(
        name: String, into store: ClassificationLogStore, read: (inout [UInt8]) throws -> Int
    ) async throws -> RecordImportOutcome {
        let records = RecordImport<LogRecord>(
            format: format, policy: policy, console: console, storeName: "log",
            json: { try LogRecordJSON.record($0, newID: store.nextID) },
            fields: { names in
                let reader = try LogRecordCSV(names: names)
                return { try reader.record($0, newID: store.nextID) }
            },
            take: { try await store.take($0) })
        let outcome = try await records.run(name: name, read: read)
        try await store.catchUp()
        return outcome
    }
}
