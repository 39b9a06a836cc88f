import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

extension UsageStore {
    /// The devices, caregivers and notes on sessions, in a fixed order: what stands before the events in an export.
    static func people(in database: Database) throws -> [UsageRecord] {
        try devices(in: database).sorted { $0.id < $1.id }.map { .device($0) }
            + caregivers(in: database).sorted { $0.id < $1.id }.map { .caregiver($0) }
            + notes(in: database).map { .session($0) }
    }

    /// Records in the order of exports, a page at a time: the devices, caregivers and notes on sessions, then the events in the
    /// order of time.
    ///
    /// - Parameters:
    ///   - place: The end of the page before; `nil` for the first page.
    ///   - limit: The number of events, at most.
    ///   - filter: The choice of events.
    /// - Throws: `StoreError`.
    public func records(
        after place: Int64?, limit: Int = 1000, matching filter: UsageFilter = UsageFilter()
    ) async throws -> RecordPage<UsageRecord, Int64> {
        let people = place == nil ? try await store.read { try Self.people(in: $0) } : []
        let page = try await events(after: place, limit: limit, matching: filter)
        return RecordPage(people + page.events.map { .event($0) }, end: page.place)
    }

    /// Inserts records, all or none. Records that are there already are unchanged.
    ///
    /// - Returns: The number of new records.
    /// - Throws: ``UsageError/conflicting(key:)`` if the store has a record of the same key with other contents, `StoreError`.
    public func insert(_ records: [UsageRecord]) async throws -> Int {
        let new = try await store.write { database in
            let taking = try UsageTaking(database)
            return try records.reduce(0) { try $0 + (taking.take($1) ? 1 : 0) }
        }
        try await store.settle()
        return new
    }

    /// Events in the order of time, a page at a time.
    ///
    /// - Parameters:
    ///   - place: The last place of the page before; nil at the beginning.
    ///   - limit: How many at most.
    ///   - filter: Which events.
    /// - Returns: The events, and the last place; nil when there are no more.
    /// - Throws: `StoreError`.
    public func events(
        after place: Int64?, limit: Int = 1000, matching filter: UsageFilter = UsageFilter()
    ) async throws -> (events: [UsageEvent], place: Int64?) {
        if filter.words != nil, place == nil { try await catchUp() }
        return try await store.read { database in
            let rows = try Self.rows(
                filter, "c.place > ? ORDER BY c.place LIMIT ?", [place ?? .min, limit], in: database)
            return (rows.map(\.event), rows.last?.place)
        }
    }

    /// Takes records in, all of them or none, as they are pulled one batch after the other: a file may be larger than
    /// memory. Who writes meanwhile waits.
    ///
    /// What is there already stays as it is.
    ///
    /// - Parameter pull: The next records; nil when there are none left. What it throws takes all back.
    /// - Returns: How many are new, and how many were there.
    /// - Throws: ``UsageError/conflicting(key:)`` when a record of the same key says something else, `StoreError`, and what
    ///   `pull` throws.
    public func take(
        pulling pull: @escaping @Sendable () throws -> [UsageRecord]?
    ) async throws -> (added: Int, present: Int) {
        let taken = try await store.write { database in
            let taking = try UsageTaking(database)
            var (added, present) = (0, 0)
            while let records = try pull() {
                for record in records {
                    if try taking.take(record) { added += 1 } else { present += 1 }
                }
            }
            return (added, present)
        }
        try await store.settle()
        return taken
    }
}

/// Takes records in within one transaction.
final class UsageTaking {
    private let database: Database
    let writer: UsageRowWriter
    private let known: RawStatement

    init(_ database: Database) throws {
        self.database = database
        writer = try UsageRowWriter(database)
        known = try RawStatement(
            "SELECT \(UsageRow.columns) FROM usageEvent c WHERE c.key = ?", on: database)
    }

    /// - Returns: Whether it is new.
    func take(_ record: UsageRecord) throws -> Bool {
        switch record {
        case .event(let event):
            guard event.problems.isEmpty else { throw UsageError.invalid(event.problems) }
            guard let there = try self.event(event.id) else {
                try writer.write(event)
                return true
            }
            return try isThere(event.withoutReceipt == there.event.withoutReceipt, record)
        // Of what people say the store's own word stays.
        case .device, .caregiver, .session:
            let there = try UsageStore.people(in: database).first {
                $0.id == record.id && $0.table == record.table
            }
            if let there { return try isThere(there == record, record) }
            try UsageStore.put(record, payload: nil, in: database)
            return true
        }
    }

    /// The event of a key.
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
    /// The event without what only its store knows.
    var withoutReceipt: UsageEvent {
        var event = self
        event.receivedAt = nil
        return event
    }
}
