import IlkDomains
import IlkStore

/// Takes calls from a file into a store.
struct CallImport {
    /// How they are written.
    let format: RecordFileFormat
    /// What happens about a call that cannot be taken.
    let policy: FaultPolicy
    /// The calls as their commands have them.
    let book: CallBook

    /// Takes all that is read, record by record.
    ///
    /// - Parameter read: Reads the next block into the array and says how many bytes it has; 0 at the end.
    /// - Throws: `badInput` for a call that cannot be taken; what stands before it is in the store then.
    func run(name: String, read: (inout [UInt8]) throws -> Int) async throws -> RecordImportOutcome {
        let keys = RecordIDSource()
        let now = book.now
        let records = RecordImport<CallRecord>(
            format: format, policy: policy, console: book.console, storeName: "store",
            json: { try CallRecordJSON.record($0, newID: keys.next, now: now) },
            fields: { names in
                let reader = try CallRecordCSV(names: names)
                return { try reader.record($0, newID: keys.next, now: now) }
            },
            take: { try await book.storage.take($0) })
        let outcome = try await records.run(name: name, read: read)
        try await book.storage.catchUp()
        return outcome
    }
}
