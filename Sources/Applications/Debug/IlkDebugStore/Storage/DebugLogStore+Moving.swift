import FoundationEssentials
import GRDB
import IlkDebug
public import IlkStore
import IlkVocabulary

extension DebugLogStore {
    /// Returns a page of records in ascending order of row.
    ///
    /// - Parameters:
    ///   - row: The end of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of rows to read.
    ///   - filter: The choice of entries.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the limit.
    public func records(
        after row: Int64?, limit: Int = 500, matching filter: DebugFilter = DebugFilter()
    ) async throws -> RecordPage<DebugRecord, Int64> {
        let (records, last) = try await entries(after: row ?? 0, limit: limit, matching: filter)
        return RecordPage(records, end: last == row ?? 0 ? nil : last)
    }

    /// Inserts records in one transaction. Entries that already exist are unchanged.
    ///
    /// - Parameter records: The records.
    /// - Returns: The number of new entries.
    /// - Throws: ``RecordStoreError/conflictingEntry(id:)`` if an existing entry with the same id differs,
    ///   or `StoreError`.
    /// - Complexity: O(*n*) in the size of the records.
    public func insert(_ records: [DebugRecord]) async throws -> Int {
        let new = try await store.write { database in
            let writer = try DebugRowWriter(database)
            return try records.reduce(0) { sum, record in
                if try writer.write(record) { return sum + 1 }
                let known = try Self.records(
                    "\(Self.columns) \(Self.tables) WHERE e.id = ?", [Data(record.entry.id.bytes)],
                    in: database)
                guard known.first?.entry == record.entry else {
                    throw RecordStoreError.conflictingEntry(id: record.entry.id)
                }
                return sum
            }
        }
        try await store.checkpointIfLarge()
        return new
    }
}
