import FoundationEssentials
import GRDB
import IlkDebug
public import IlkStore
import IlkVocabulary

extension DebugLogStore {
    /// Records in the order in which they came, a page at a time.
    ///
    /// - Parameters:
    ///   - row: The last row of the page before; nil at the beginning.
    ///   - limit: How many are looked at, at most.
    ///   - filter: Which entries.
    /// - Throws: `StoreError`.
    public func records(
        after row: Int64?, limit: Int = 500, matching filter: DebugFilter = DebugFilter()
    ) async throws -> RecordPage<DebugRecord, Int64> {
        let (records, last) = try await entries(after: row ?? 0, limit: limit, matching: filter)
        return RecordPage(records, end: last == row ?? 0 ? nil : last)
    }

    /// Inserts records, all or none. Entries that are there already are unchanged.
    ///
    /// - Returns: The number of new entries.
    /// - Throws: ``RecordStoreError/conflictingEntry(id:)`` when an entry of the same id says something else, `StoreError`.
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
