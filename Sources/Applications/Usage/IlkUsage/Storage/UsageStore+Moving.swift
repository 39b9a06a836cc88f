import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

extension UsageStore {
    /// Returns the devices, caregivers and session notes in a fixed order. Exports write these records before
    /// the events.
    static func metadataRecords(in database: Database) throws -> [UsageRecord] {
        try devices(in: database).sorted { $0.id < $1.id }.map { .device($0) }
            + caregivers(in: database).sorted { $0.id < $1.id }.map { .caregiver($0) }
            + notes(in: database).map { .session($0) }
    }

    /// Returns a page of records for an export: first the devices, caregivers and session notes, then the
    /// events in the order of time. The corrections of an event follow the event.
    ///
    /// - Parameters:
    ///   - place: The end of the previous page, which the previous call returned; `nil` for the first page.
    ///   - limit: The maximum number of events on the page.
    ///   - filter: The filter that events must pass.
    /// - Throws: `StoreError` if the database fails.
    public func records(
        after place: Int64?, limit: Int = 1000, matching filter: UsageFilter = UsageFilter()
    ) async throws -> RecordPage<UsageRecord, Int64> {
        if filter.words != nil, place == nil { try await updateIndex() }
        return try await store.read { database in
            var records = place == nil ? try Self.metadataRecords(in: database) : []
            let rows = try Self.rows(after: place, limit: limit, matching: filter, in: database)
            guard let first = rows.first?.place, let last = rows.last?.place else {
                return RecordPage(records, end: nil)
            }
            let corrections = try UsageSchema.corrections.histories(of: first...last, in: database)
            for row in rows {
                records.append(.event(row.event))
                records += (corrections[row.place] ?? []).map {
                    UsageRecord.correction($0, of: row.event.id)
                }
            }
            return RecordPage(records, end: last)
        }
    }

    /// Inserts records in one transaction. Records that already exist are left unchanged.
    ///
    /// - Parameter records: The records.
    /// - Returns: The number of new records.
    /// - Throws: ``UsageError/conflicting(key:)`` if a record with the same key exists with different
    ///   content, ``UsageError/invalid(_:)``, or `StoreError` if the database fails. After an error, no
    ///   record is inserted.
    public func insert(_ records: [UsageRecord]) async throws -> Int {
        let new = try await store.write { database in
            let taking = try UsageInserter(database)
            return try records.reduce(0) { try $0 + (taking.insert($1) ? 1 : 0) }
        }
        try await store.truncateLogIfLarge()
        return new
    }

    /// Returns a page of events in the order of time.
    ///
    /// - Parameters:
    ///   - place: The end of the previous page, which the previous call returned; `nil` for the first page.
    ///   - limit: The maximum number of events on the page.
    ///   - filter: The filter that events must pass.
    /// - Returns: The events and the end of the page. The end is `nil` if the page is empty.
    /// - Throws: `StoreError` if the database fails.
    public func events(
        after place: Int64?, limit: Int = 1000, matching filter: UsageFilter = UsageFilter()
    ) async throws -> (events: [UsageEvent], place: Int64?) {
        if filter.words != nil, place == nil { try await updateIndex() }
        return try await store.read { database in
            let rows = try Self.rows(after: place, limit: limit, matching: filter, in: database)
            return (rows.map(\.event), rows.last?.place)
        }
    }

    private static func rows(
        after place: Int64?, limit: Int, matching filter: UsageFilter, in database: Database
    ) throws -> [UsageRow] {
        try rows(filter, "c.place > ? ORDER BY c.place LIMIT ?", [place ?? .min, limit], in: database)
    }

    /// Inserts batches of records in one transaction, so that an import may be larger than memory. Records
    /// that already exist are left unchanged. Other writers wait until the transaction ends.
    ///
    /// - Parameter pull: A function that returns the next batch, or `nil` at the end. If the function throws,
    ///   no record is inserted.
    /// - Returns: The number of new records and the number of existing records.
    /// - Throws: ``UsageError/conflicting(key:)`` if a record with the same key exists with different
    ///   content, ``UsageError/invalid(_:)``, `StoreError`, or the error of `pull`.
    public func insert(
        pulling pull: @escaping @Sendable () throws -> [UsageRecord]?
    ) async throws -> (added: Int, present: Int) {
        let taken = try await store.write { database in
            let taking = try UsageInserter(database)
            var (added, present) = (0, 0)
            while let records = try pull() {
                for record in records {
                    if try taking.insert(record) { added += 1 } else { present += 1 }
                }
            }
            return (added, present)
        }
        try await store.truncateLogIfLarge()
        return taken
    }
}

/// Inserts records within one transaction.
final class UsageInserter {
    private let database: Database
    let writer: UsageRowWriter
    private let known: RawStatement

    init(_ database: Database) throws {
        self.database = database
        writer = try UsageRowWriter(database)
        known = try RawStatement(
            "SELECT \(UsageRow.columns) FROM usageEvent c WHERE c.key = ?", on: database)
    }

    /// - Returns: `true` if the record was inserted, `false` if it already exists.
    func insert(_ record: UsageRecord) throws -> Bool {
        switch record {
        case .event(let event):
            guard event.validationErrors.isEmpty else { throw UsageError.invalid(event.validationErrors) }
            guard let there = try self.event(event.id) else {
                try writer.write(event)
                return true
            }
            return try isThere(event.withoutLocalFields == there.event.withoutLocalFields, record)
        // A device, caregiver or session note that exists must have the same content.
        case .device, .caregiver, .session:
            let there = try UsageStore.metadataRecords(in: database).first {
                $0.id == record.id && $0.table == record.table
            }
            if let there { return try isThere(there == record, record) }
            try UsageStore.put(record, payload: nil, in: database)
            return true
        case .correction(let correction, let phrase):
            guard let row = try event(phrase), row.event.phrase != nil else {
                throw UsageError.invalid(["id: the file and the store have no phrase with the id \(phrase)"])
            }
            let table = UsageSchema.corrections
            let count = try table.history(of: row.place, in: database).count
            return try table.merge([correction], of: row.place, in: database).count > count
        }
    }

    func event(_ id: RecordID) throws -> UsageRow? {
        known.bind(id)
        defer { known.reset() }
        return try known.step() ? UsageRow(known) : nil
    }

    private func isThere(_ isSame: Bool, _ record: UsageRecord) throws -> Bool {
        guard isSame else { throw UsageError.conflicting(key: String(record.id.description.suffix(8))) }
        return false
    }
}

extension UsageEvent {
    /// The event without fields that are not synced.
    var withoutLocalFields: UsageEvent {
        var event = self
        event.receivedAt = nil
        return event
    }
}
