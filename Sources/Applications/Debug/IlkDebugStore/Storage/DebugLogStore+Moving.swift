import FoundationEssentials
import GRDB
import IlkDebug
public import IlkStore
import IlkVocabulary

extension DebugLogStore {
    /// Returns a page of records in ascending order of row.
    ///
    /// - Parameters:
    ///   - row: The end of the previous page, which the previous call returned; `nil` for the first page.
    ///   - limit: The maximum number of rows to read.
    ///   - filter: The filter that entries must match.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the limit.
    public func records(
        after row: Int64?, limit: Int = 500, matching filter: DebugFilter = DebugFilter()
    ) async throws -> RecordPage<DebugRecord, Int64> {
        let (found, last) = try await entries(after: row ?? 0, limit: limit, matching: filter)
        guard !found.isEmpty else { return RecordPage([], end: last == row ?? 0 ? nil : last) }
        let rows = (row ?? 0)...last
        let corrections = try await store.read {
            try DebugLogSchema.corrections.histories(of: rows, in: $0)
        }
        let records = found.map { entry in
            var record = entry
            record.corrections = corrections[entry.row] ?? []
            return record
        }
        return RecordPage(records, end: last)
    }

    /// Inserts records in one transaction. If an entry is already stored, only the corrections that the
    /// stored entry lacks are added.
    ///
    /// - Parameter records: The records. The labels of the corrections must be levels.
    /// - Returns: The number of new entries.
    /// - Throws: ``RecordStoreError/conflictingEntry(id:)`` if an entry with the same id but different
    ///   content is stored, or `StoreError` if the database fails. After an error, no record is inserted.
    /// - Complexity: O(*n*) in the size of the records.
    public func insert(_ records: [DebugRecord]) async throws -> Int {
        let new = try await store.write { database in
            let writer = try DebugRowWriter(database)
            return try records.reduce(0) { sum, record in
                let isNew = try writer.write(record)
                guard !isNew || !record.corrections.isEmpty else { return sum + 1 }
                let known = try Self.records(
                    "\(Self.columns) \(Self.tables) WHERE e.id = ?", [Data(record.entry.id.bytes)],
                    in: database)
                guard let stored = known.first, isNew || stored.entry == record.entry else {
                    throw RecordStoreError.conflictingEntry(id: record.entry.id)
                }
                try Self.merge(record.corrections, of: stored, in: database)
                return sum + (isNew ? 1 : 0)
            }
        }
        try await store.checkpointIfLarge()
        return new
    }
}
