public import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// A change of a record.
public enum UsageChange: Sendable, Hashable {
    /// The record was inserted or replaced.
    case written(UsagePayload)
    /// The record was deleted.
    case erased(RecordID)
}

extension UsageStore {
    /// Returns the changes of this store since the previous call, for sync. Each call returns a mark: a
    /// position in the list of changes. Pass the mark to the next call. Without a mark, the method returns
    /// all records.
    ///
    /// The store keeps a list of changes from the first call until ``stopListingChanges()``. Each call
    /// removes the changes up to the given mark from the list. Changes by ``applyChanges(_:erasing:at:)`` are
    /// not listed.
    ///
    /// - Parameters:
    ///   - mark: The mark that the previous call returned; `nil` for all records. After a restore or a purge
    ///     of the whole store, an earlier mark is treated as `nil`.
    ///   - limit: The maximum number of changes. This limit does not apply to devices, caregivers and session
    ///     notes, which the first call returns together.
    /// - Returns: The changes in order, and the mark for the next call. The array is empty if there are no
    ///   more changes.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of returned changes.
    public func changes(
        after mark: String?, limit: Int
    ) async throws -> (changes: [UsageChange], mark: String?) {
        let list = try await changeList()
        let begin = ChangeCursor(mark, of: list, rowWord: "event")
        if case .listed(let number) = begin.place {
            try await store.deleteChanges(in: "usageChange", upTo: number)
        }
        return try await store.read { database in
            var place = begin
            var changes: [UsageChange] = []
            while changes.isEmpty, try Self.page(&place, &changes, limit: limit, in: database) {}
            return (changes, place.text)
        }
    }

    /// Returns the id of the list of changes, or `nil` if the store keeps no list. After a restore or a purge
    /// of the whole store, the list has a new id.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func changeListID() async throws -> String? { try await mark(Listing.name) }

    /// Returns the number of changes after a mark.
    ///
    /// - Parameter mark: The mark that ``changes(after:limit:)`` returned; `nil` for all records.
    /// - Throws: `StoreError` if the database fails.
    public func changeCount(after mark: String?) async throws -> Int {
        let list = try await self.mark(Listing.name)
        let place = ChangeCursor(mark, of: list ?? "", rowWord: "event").place
        return try await store.read { database in
            var counted = ["SELECT 0"]
            if case .beginning = place {
                counted += ["usageDevice", "usageCaregiver", "usageSessionNote"].map {
                    "SELECT count(*) FROM \($0)"
                }
            }
            switch place {
            case .beginning: counted.append("SELECT count(*) FROM usageEvent")
            case .row(let last): counted.append("SELECT count(*) FROM usageEvent WHERE place > \(last)")
            case .listed(let number):
                counted.append("SELECT count(*) FROM usageChange WHERE number > \(number)")
            }
            return try Int.fetchAll(database, sql: counted.joined(separator: " UNION ALL ")).reduce(0, +)
        }
    }

    /// Deletes the list of changes. From now on, no changes are listed. The next call of
    /// ``changes(after:limit:)`` returns all records and starts a new list.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func stopListingChanges() async throws {
        try await store.write { try Self.stopListingChanges(in: $0) }
    }

    static func stopListingChanges(in database: Database) throws {
        for name in [Listing.name, Listing.isOn] { try setMark(name, to: nil, in: database) }
        try database.execute(sql: "DELETE FROM usageChange")
    }

    /// Applies changes of other devices in one transaction. These changes are not added to the list of
    /// changes of this store. If a received device has the name of this device and was created earlier, this
    /// device is renamed. The new name is added to the list.
    ///
    /// - Parameters:
    ///   - payloads: The inserted or replaced records, which are stored like those of ``receive(_:at:)``.
    ///   - keys: The keys of the deleted records.
    ///   - date: The time of receipt.
    /// - Throws: `StoreError` if the database fails.
    public func applyChanges(_ payloads: [UsagePayload], erasing keys: [RecordID], at date: Date) async throws
    {
        let records = payloads.map(\.record)
        try await store.write { database in
            let isOn = try Self.mark(Listing.isOn, in: database)
            try Self.setMark(Listing.isOn, to: nil, in: database)
            try Self.receive(payloads, records, at: date, in: database)
            try Self.erase(keys, in: database)
            try Self.setMark(Listing.isOn, to: isOn, in: database)
            let hasDevices = records.contains { if case .device = $0 { true } else { false } }
            if hasDevices { try Self.makeOwnNameUnique(in: database) }
        }
        try await store.checkpointIfLarge()
    }

    // MARK: The list

    /// The names of the values in `usageMark` that control the list of changes.
    enum Listing {
        static let name = "changeList"
        static let isOn = "listsChanges"
    }

    private func changeList() async throws -> String {
        if let list = try await mark(Listing.name) { return list }
        let fresh = ids.next().description
        return try await store.write { database in
            if let list = try Self.mark(Listing.name, in: database) { return list }
            try Self.setMark(Listing.name, to: fresh, in: database)
            try Self.setMark(Listing.isOn, to: "1", in: database)
            return fresh
        }
    }

    /// Reads one page of changes and advances the position.
    ///
    /// - Returns: `true` if there may be more changes.
    private static func page(
        _ place: inout ChangeCursor, _ changes: inout [UsageChange], limit: Int, in database: Database
    ) throws -> Bool {
        switch place.place {
        case .beginning:
            changes = try metadataPayloads(in: database).map { .written($0) }
            place.place = try goOn(after: .min, in: database)
        case .row(let last):
            let rows = try payloads(after: last, limit: limit, in: database)
            changes = rows.payloads.map { .written($0) }
            place.place = try goOn(after: rows.place ?? last, in: database)
        case .listed(let number):
            guard let last = try listed(after: number, &changes, limit: limit, in: database) else {
                return false
            }
            place.place = .listed(last)
        }
        return true
    }

    /// Returns the position at which to continue after an event: at the next event or, after the last event,
    /// at the start of the list of changes.
    private static func goOn(after place: Int64, in database: Database) throws -> ChangeCursor.Place {
        let isMore = try Bool.fetchOne(
            database, sql: "SELECT EXISTS(SELECT 1 FROM usageEvent WHERE place > ?)", arguments: [place])
        return isMore == true ? .row(place) : .listed(0)
    }

    private static func listed(
        after number: Int64, _ changes: inout [UsageChange], limit: Int, in database: Database
    ) throws -> Int64? {
        let rows = try RawStatement(
            """
            SELECT \(UsageRow.columns), h.number, h.key FROM usageChange h LEFT JOIN usageEvent c ON c.key = h.key
            WHERE h.number > ? ORDER BY h.number LIMIT ?
            """, on: database)
        rows.bind(number, Int64(limit))
        defer { rows.reset() }
        var json = UsageRecordJSON()
        var others: [RecordID: UsagePayload]?
        var last: Int64?
        while try rows.step() {
            last = rows.integer(25)
            if !rows.isNull(0) {
                changes.append(.written(payload(of: try UsageRow(rows), &json)))
                continue
            }
            let key = try UsageRow.id(rows, 26)
            let known =
                try others
                ?? Dictionary(metadataPayloads(in: database).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            others = known
            changes.append(known[key].map { .written($0) } ?? .erased(key))
        }
        return last
    }

    // MARK: Remote deletions

    private static func erase(_ keys: [RecordID], in database: Database) throws {
        guard !keys.isEmpty else { return }
        let taking = try UsageInserter(database)
        var events = 0
        for key in keys {
            if let row = try taking.event(key) {
                try remove(row, in: database)
                events += 1
            }
            for table in ["usageOpaque", "usageDevice", "usageCaregiver", "usageSessionNote"] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE key = ?", arguments: [Data(key.bytes)])
            }
        }
        if events > 0 { try deleteUnreferencedRows(in: database) }
    }
}
