import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// A change of a log that sync transfers.
public enum LogChange: Sendable, Hashable {
    /// A new entry, without its corrections, which are separate changes.
    case entry(LogRecord)
    /// A new correction of an entry.
    case correction(ClassificationCorrection, of: RecordID)
    /// An erased entry or correction.
    case erased(RecordID)
}

extension ClassificationLogStore {
    /// Returns the changes that were made on this device after a mark. A mark is the position that the
    /// previous call returned. Calls first return all records, page by page, and then only new changes.
    ///
    /// The first call creates the triggers that list changes; ``stopListingChanges()`` drops them. Records
    /// inserted by ``merge(_:erasing:purging:)`` are not listed, because the caller of that function knows
    /// them. Records that ``merge(_:erasing:purging:)`` erases are listed, although its caller knows these
    /// records too.
    ///
    /// - Parameters:
    ///   - mark: The mark of the previous call, or `nil` for everything. A mark from before the log was
    ///     restored has the same effect as `nil`.
    ///   - limit: The maximum number of entries or listed changes.
    /// - Returns: The changes in order and the mark after them. The array is empty if nothing has changed.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the size of the result.
    public func changes(
        after mark: String?, limit: Int
    ) async throws -> (changes: [LogChange], mark: String?) {
        let list = try await startListingChanges()
        // A sync that starts from scratch receives the deferred records again.
        if mark == nil { try await forgetDeferredRecords() }
        var place = ChangeCursor(mark, of: list, rowWord: "row")
        if let row = Self.row(place) {
            let page = try await records(after: row, limit: limit)
            if let last = page.end {
                place.place = .row(last)
                let changes = page.records.flatMap { record in
                    [.entry(record.alone)]
                        + record.corrections.map { LogChange.correction($0, of: record.id) }
                }
                return (changes, place.text)
            }
            place.place = .listed(0)
        }
        guard case .listed(let number) = place.place else { return ([], place.text) }
        try await store.deleteChanges(in: "classificationChange", upTo: number)
        let (changes, last) = try await listed(after: number, limit: limit)
        place.place = .listed(last)
        return (changes, place.text)
    }

    /// Returns the number of changes after a mark.
    ///
    /// - Parameter mark: A mark of ``changes(after:limit:)``, or `nil` for everything.
    /// - Throws: `StoreError`.
    public func changeCount(after mark: String?) async throws -> Int {
        let place = ChangeCursor(mark, of: try await changeListID() ?? "", rowWord: "row")
        return try await store.read { database in
            switch place.place {
            case .beginning, .row:
                try Int.fetchOne(
                    database,
                    sql: """
                        SELECT (SELECT count(*) FROM classificationLog WHERE rowid > ?1)
                            + (SELECT count(*) FROM classificationCorrection c JOIN classificationLog l
                                ON l.id = c.logId WHERE l.rowid > ?1)
                        """, arguments: [Self.row(place)]) ?? 0
            case .listed(let number):
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM classificationChange WHERE number > ?",
                    arguments: [number]) ?? 0
            }
        }
    }

    /// Returns the id of the list of changes, or `nil` if changes are not listed. A restored log has a new
    /// list.
    ///
    /// - Throws: `StoreError`.
    public func changeListID() async throws -> String? {
        try await store.read { database in
            guard try database.tableExists("classificationChangeList") else { return nil }
            return try String.fetchOne(database, sql: "SELECT name FROM classificationChangeList")
        }
    }

    /// Stops listing changes. The next call of ``changes(after:limit:)`` begins with all records.
    ///
    /// - Throws: `StoreError`.
    public func stopListingChanges() async throws {
        try await store.write { try $0.execute(sql: LogChangeSchema.drop) }
    }

    /// Inserts records from another device, all or none. Existing records are unchanged. A correction whose
    /// entry is missing waits for the entry. Records with labels that the log does not have are deferred:
    /// ``deferredRecords()`` counts them, and ``applicableRecords(after:limit:)`` lists them when the log has
    /// their labels.
    ///
    /// - Parameters:
    ///   - changes: The entries and corrections to insert.
    ///   - keys: The ids of entries and corrections that were erased on another device. These records are
    ///     erased here too, so that no byte of them is left in the file.
    ///   - purging: Erases the given entries that exist here, for example after removing them from models.
    ///     With `nil`, the entries are purged directly.
    /// - Throws: Errors of ``purge(_:progress:before:)`` and of `purging`.
    public func merge(
        _ changes: [LogChange], erasing keys: [RecordID] = [],
        purging: ((LogPurge) async throws -> Void)? = nil
    ) async throws {
        _ = try await startListingChanges()
        let unknown = try await unknownLabels(among: changes.flatMap(\.labels))
        try await applyNew(changes, lacking: unknown, erasing: keys)
        let there = try await store.read { database in
            try keys.filter { try Self.holds($0, in: database) }
        }
        guard !there.isEmpty else { return }
        let purge = LogPurge(ids: there)
        if let purging { try await purging(purge) } else { try await self.purge(purge) }
    }

    /// Returns the last row that was read before a mark, or `nil` if the mark is a position in the list of
    /// changes.
    private static func row(_ mark: ChangeCursor) -> Int64? {
        switch mark.place {
        case .beginning: .min
        case .row(let row): row
        case .listed: nil
        }
    }

    // MARK: The list

    private func startListingChanges() async throws -> String {
        if let list = try await changeListID() { return list }
        let fresh = ids.next().description
        return try await store.write { database in
            try database.execute(sql: LogChangeSchema.create)
            try database.execute(
                sql: "INSERT OR IGNORE INTO classificationChangeList VALUES (1, ?)", arguments: [fresh])
            return try String.fetchOne(database, sql: "SELECT name FROM classificationChangeList") ?? fresh
        }
    }

    private func listed(
        after number: Int64, limit: Int
    ) async throws -> (changes: [LogChange], last: Int64) {
        try await store.read { database in
            let rows = try Row.fetchAll(
                database,
                sql:
                    "SELECT number, key, entry FROM classificationChange WHERE number > ? ORDER BY number LIMIT ?",
                arguments: [number, limit])
            let changes = try rows.compactMap { row -> LogChange? in
                let key: String = row["key"]
                guard let id = RecordID(key) else { return nil }
                guard let entry = RecordID(row["entry"] as String) else { return .erased(id) }
                guard let record = try Self.record(entry, in: database) else { return .erased(id) }
                if id == entry { return .entry(record.alone) }
                return record.corrections.first { $0.id == id }.map { .correction($0, of: entry) }
                    ?? .erased(id)
            }
            return (changes, rows.last?["number"] ?? number)
        }
    }

    // MARK: Incoming changes

    private func applyNew(
        _ changes: [LogChange], lacking unknown: Set<Category>, erasing keys: [RecordID]
    ) async throws {
        try await store.write { database in
            let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM classificationChange") ?? 0
            for case .entry(let record) in changes
            where unknown.isDisjoint(with: LogChange.entry(record).labels) {
                if try !Self.holds(record.id, in: database) { try Self.put([record.alone], in: database) }
            }
            for case .correction(let word, let entry) in changes
            where unknown.isDisjoint(with: LogChange.correction(word, of: entry).labels) {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO classificationEarly VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    arguments: [
                        word.id.description, entry.description, word.category.rawValue, word.source.rawValue,
                        word.author.map { Data($0.utf8) }, word.seconds, word.withdraws,
                        try word.labels.map(LabelListText.text),
                    ])
            }
            for key in keys {
                try database.execute(
                    sql: "DELETE FROM classificationEarly WHERE ?1 IN (id, logId)",
                    arguments: [key.description])
            }
            try Self.applyEarly(in: database)
            try Self.noteDeferred(changes, lacking: unknown, erasing: keys, in: database)
            try database.execute(sql: "DELETE FROM classificationChange WHERE number > ?", arguments: [last])
        }
        try await store.checkpointIfLarge()
    }

    static func holds(_ id: RecordID, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS(SELECT 1 FROM classificationLog WHERE id = ?)",
            arguments: [id.description]) ?? false
    }

    /// Inserts the corrections that waited for their entries.
    private static func applyEarly(in database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT e.id, e.logId, e.category, e.source, e.author, e.timestamp, e.withdraws, e.labels
                FROM classificationEarly e JOIN classificationLog l ON l.id = e.logId
                """)
        for row in rows {
            guard let id = RecordID(row["id"] as String), let entry = RecordID(row["logId"] as String),
                let source = CorrectionSource(rawValue: row["source"]),
                let record = try record(entry, in: database)
            else { continue }
            let author: Data? = row["author"]
            let word = ClassificationCorrection(
                id: id, category: Category(row["category"]), source: source,
                author: author.map { String(decoding: $0, as: UTF8.self) }, seconds: row["timestamp"],
                withdraws: row["withdraws"],
                labels: try (row["labels"] as String?).map(LabelListText.labels))
            try put(word, on: entry.description, of: record.text, in: database)
        }
        try database.execute(
            sql: "DELETE FROM classificationEarly WHERE logId IN (SELECT id FROM classificationLog)")
    }
}

extension LogRecord {
    /// The entry without its corrections and challengers' answers.
    fileprivate var alone: LogRecord {
        var record = self
        (record.corrections, record.answers) = ([], [])
        return record
    }
}

/// The tables and triggers of a synced log. They are created when the log is first synced, so that other logs
/// have no overhead.
private enum LogChangeSchema {
    /// The column `entry` is empty for erased records. `classificationEarly` stores corrections that arrived
    /// before their entries.
    static let create = """
        CREATE TABLE IF NOT EXISTS classificationChangeList (id INTEGER PRIMARY KEY CHECK(id = 1), name TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS classificationChange (
            number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, entry TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS classificationEarly (
            id TEXT PRIMARY KEY NOT NULL, logId TEXT NOT NULL, category TEXT NOT NULL, source TEXT NOT NULL,
            author BLOB, timestamp REAL NOT NULL, withdraws INTEGER NOT NULL DEFAULT 0,
            labels TEXT) STRICT;
        CREATE TRIGGER IF NOT EXISTS classificationLog_isNew AFTER INSERT ON classificationLog BEGIN
            INSERT INTO classificationChange (key, entry) VALUES (NEW.id, NEW.id);
        END;
        CREATE TRIGGER IF NOT EXISTS classificationCorrection_isNew AFTER INSERT ON classificationCorrection BEGIN
            INSERT INTO classificationChange (key, entry) VALUES (NEW.id, NEW.logId);
        END;
        CREATE TRIGGER IF NOT EXISTS classificationLog_isGone AFTER DELETE ON classificationLog BEGIN
            INSERT INTO classificationChange (key, entry) VALUES (OLD.id, '');
        END;
        CREATE TRIGGER IF NOT EXISTS classificationCorrection_isGone AFTER DELETE ON classificationCorrection BEGIN
            INSERT INTO classificationChange (key, entry) VALUES (OLD.id, '');
        END;
        """

    static let drop = """
        DROP TRIGGER IF EXISTS classificationLog_isNew;
        DROP TRIGGER IF EXISTS classificationCorrection_isNew;
        DROP TRIGGER IF EXISTS classificationLog_isGone;
        DROP TRIGGER IF EXISTS classificationCorrection_isGone;
        DROP TABLE IF EXISTS classificationChange;
        DROP TABLE IF EXISTS classificationChangeList;
        DROP TABLE IF EXISTS classificationEarly;
        DROP TABLE IF EXISTS classificationDeferred;
        """
}
