import GRDB
import IlkStore
import IlkSync

/// The records of a device within a transaction.
final class StoredReplica: ReplicaSnapshot {
    private static let columns = "record, place, sequence, pass, floor, rejection"

    private let database: Database
    private let byKey: RawStatement
    private let waiting: RawStatement
    private let putting: RawStatement
    private let moving: RawStatement
    /// The number of the last change from another device.
    private(set) var lastChange: Int64
    /// A cache of entries, which equal those in the file.
    private(set) var known: EntryCache

    init(_ database: Database, lastChange: Int64, known: EntryCache) throws {
        self.database = database
        self.lastChange = lastChange
        self.known = known
        byKey = try RawStatement("SELECT \(Self.columns) FROM replicaRecord WHERE key = ?", on: database)
        waiting = try RawStatement(
            """
            SELECT \(Self.columns), key FROM replicaRecord WHERE place IS NOT NULL AND rejection IS NULL
            ORDER BY isLoser DESC, place
            """, on: database)
        moving = try RawStatement(
            """
            UPDATE replicaRecord SET place = ?, sequence = ?, pass = ?, floor = ?, rejection = ? WHERE key = ?
            """, on: database)
        putting = try RawStatement(
            """
            INSERT INTO replicaRecord
            (key, collection, isLoser, isTombstone, place, sequence, pass, floor, rejection, record, change)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET
            collection = excluded.collection, isLoser = excluded.isLoser, isTombstone = excluded.isTombstone,
            place = excluded.place, sequence = excluded.sequence, pass = excluded.pass, floor = excluded.floor,
            rejection = excluded.rejection, record = excluded.record,
            change = coalesce(excluded.change, change)
            """, on: database)
    }

    func entry(_ key: SyncKey) throws -> ReplicaEntry? {
        if let found = known[key] { return found }
        byKey.bind(key)
        defer { byKey.reset() }
        let found = try byKey.step() ? try Self.entry(byKey) : nil
        known.note(found, of: key)
        return found
    }

    func outbox(limit: Int, passingOver isPassedOver: (SyncKey) -> Bool) throws -> [ReplicaEntry] {
        defer { waiting.reset() }
        var entries: [ReplicaEntry] = []
        while entries.count < limit, try waiting.step() {
            let key = try waiting.key(6)
            if isPassedOver(key) { continue }
            let entry = try known[key].flatMap { $0 } ?? Self.entry(waiting)
            known.note(entry, of: key)
            entries.append(entry)
        }
        return entries
    }

    private static func entry(_ row: RawStatement) throws -> ReplicaEntry {
        let rejection = try row.text(5).map { text -> ItemRejection in
            guard let rejection = ItemRejection(rawValue: text) else { throw SyncStoreError.damaged }
            return rejection
        }
        return ReplicaEntry(
            record: try row.record(0), place: row.isNull(1) ? nil : row.bits(1),
            sequence: row.isNull(2) ? nil : row.bits(2), pass: UInt32(truncatingIfNeeded: row.integer(3)),
            floor: HybridTime(bits: row.bits(4)), rejection: rejection)
    }

    /// Applies the changes of a step.
    ///
    /// - Parameter isFromHere: `true` for local writes, which the stores already contain.
    func apply(_ changes: [ReplicaChange], isFromHere: Bool) throws {
        for change in changes {
            if case .put = change {} else { known = EntryCache() }
            switch change {
            case .put(let entry): try put(entry, isFromHere)
            case .requeue(let sequence, let place): try requeue(after: sequence, place)
            case .dropTombstones(let last):
                try database.execute(
                    sql: """
                        DELETE FROM replicaRecord
                        WHERE isTombstone = 1 AND sequence <= ? AND place IS NULL
                        """, arguments: [Int64(clamping: last)])
            case .dropUnseen(let pass): try dropUnseen(pass)
            }
        }
    }

    private func put(_ entry: ReplicaEntry, _ isFromHere: Bool) throws {
        let record = entry.record
        let old = try self.entry(record.key)
        known.note(entry, of: record.key)
        if let old, old.record == record { return try move(entry) }
        if !isFromHere { lastChange += 1 }
        try putting.run(
            record.key, record.collection, record.kind == .conflictCopy, record.isTombstone,
            entry.place.map { Int64(clamping: $0) }, entry.sequence.map { Int64(clamping: $0) },
            Int(entry.pass), Int64(bitPattern: entry.floor.bits), entry.rejection?.rawValue, record.bytes,
            isFromHere ? nil : lastChange)
    }

    /// Updates the sync fields of an unchanged record.
    private func move(_ entry: ReplicaEntry) throws {
        try moving.run(
            entry.place.map { Int64(clamping: $0) }, entry.sequence.map { Int64(clamping: $0) },
            Int(entry.pass), Int64(bitPattern: entry.floor.bits), entry.rejection?.rawValue,
            entry.record.key)
    }

    /// Assigns outbox positions in order of sequence numbers. Records that are already in the outbox keep
    /// their positions.
    private func requeue(after sequence: UInt64, _ place: UInt64) throws {
        try database.execute(
            sql: """
                UPDATE replicaRecord SET place = coalesce(replicaRecord.place, ?2 + found.turn), sequence = NULL
                FROM (SELECT rowid AS id, row_number() OVER (ORDER BY sequence) - 1 AS turn
                    FROM replicaRecord WHERE sequence > ?1) AS found
                WHERE replicaRecord.rowid = found.id
                """, arguments: [Int64(clamping: sequence), Int64(clamping: place)])
    }

    /// Drops records missing at the hub, and lists them in `replicaGone` so that the stores delete them too.
    private func dropUnseen(_ pass: UInt32) throws {
        let condition = "sequence IS NOT NULL AND place IS NULL AND pass <> \(pass)"
        let gone = try Row.fetchAll(
            database, sql: "SELECT key, collection FROM replicaRecord WHERE \(condition) AND isTombstone = 0")
        for row in gone {
            lastChange += 1
            try database.execute(
                sql: "INSERT OR REPLACE INTO replicaGone (key, collection, change) VALUES (?, ?, ?)",
                arguments: [row["key"], row["collection"], lastChange])
        }
        try database.execute(sql: "DELETE FROM replicaRecord WHERE \(condition)")
    }
}
