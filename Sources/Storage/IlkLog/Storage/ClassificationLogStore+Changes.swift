import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// What became of a record of a log.
public enum LogChange: Sendable, Hashable {
    /// An entry is new: without its corrections, which are records of their own.
    case entry(LogRecord)
    /// A person's word on an entry is new.
    case correction(ClassificationCorrection, of: RecordID)
    /// An entry, or a word on one, was taken out.
    case erased(RecordID)
}

extension ClassificationLogStore {
    /// What was written here since a mark: at first all there is, from then on what is new.
    ///
    /// From the first call on changes are listed by triggers, which a log that is not synced does not have, until
    /// ``stopListingChanges()``. What came by ``take(_:erasing:purging:)`` is not listed: whoever gave it knows it. What it erased
    /// is, and says nothing new to them.
    ///
    /// - Parameters:
    ///   - mark: What the last call gave; nil for everything. A mark of before the log was restored is as good as nil.
    ///   - limit: How many entries, or how many listed changes, at most.
    /// - Returns: The changes in their order, and the mark behind them; no changes when there is nothing new.
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in what it returns.
    public func changes(
        after mark: String?, limit: Int
    ) async throws -> (changes: [LogChange], mark: String?) {
        let list = try await startListingChanges()
        var place = ChangeMark(mark, of: list, rowWord: "row")
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
        try await store.forgetChanges(in: "classificationChange", upTo: number)
        let (changes, last) = try await listed(after: number, limit: limit)
        place.place = .listed(last)
        return (changes, place.text)
    }

    /// How many changes are behind a mark.
    ///
    /// - Throws: `StoreError`.
    public func changeCount(after mark: String?) async throws -> Int {
        let place = ChangeMark(mark, of: try await listOfChanges() ?? "", rowWord: "row")
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

    /// Which list changes stand in; nil when none are listed. A log that was restored has another one.
    ///
    /// - Throws: `StoreError`.
    public func listOfChanges() async throws -> String? {
        try await store.read { database in
            guard try database.tableExists("classificationChangeList") else { return nil }
            return try String.fetchOne(database, sql: "SELECT name FROM classificationChangeList")
        }
    }

    /// Lists no changes any more; whoever asks again is told everything.
    ///
    /// - Throws: `StoreError`.
    public func stopListingChanges() async throws {
        try await store.write { try $0.execute(sql: LogChangeSchema.drop) }
    }

    /// Takes records that came from elsewhere, all or none: a set union. What is here already stays as it is; a word on an
    /// entry that is not here waits for it. Records of categories that this log does not have are passed over.
    ///
    /// - Parameters:
    ///   - keys: Entries that were taken out elsewhere, and words on entries: they go here too, and no byte of them is left
    ///     in the file.
    ///   - purging: Takes those of the entries that are here out: for who has models forget them first; nil for a purge
    ///     alone.
    /// - Throws: As ``purge(_:progress:before:)``, and what `purging` throws.
    public func take(
        _ changes: [LogChange], erasing keys: [RecordID] = [],
        purging: ((LogPurge) async throws -> Void)? = nil
    ) async throws {
        _ = try await startListingChanges()
        try await takeNew(changes, erasing: keys)
        let there = try await store.read { database in
            try keys.filter { try Self.holds($0, in: database) }
        }
        guard !there.isEmpty else { return }
        let purge = LogPurge(ids: there)
        if let purging { try await purging(purge) } else { try await self.purge(purge) }
    }

    /// The row of the log behind which a mark is; nil when it is in the list.
    private static func row(_ mark: ChangeMark) -> Int64? {
        switch mark.place {
        case .beginning: .min
        case .row(let row): row
        case .listed: nil
        }
    }

    // MARK: The list

    private func startListingChanges() async throws -> String {
        if let list = try await listOfChanges() { return list }
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

    // MARK: What came

    private func takeNew(_ changes: [LogChange], erasing keys: [RecordID]) async throws {
        let taxonomy = taxonomy
        try await store.write { database in
            let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM classificationChange") ?? 0
            for case .entry(let record) in changes where taxonomy.index(of: record.category) != nil {
                if try !Self.holds(record.id, in: database) { try Self.put([record.alone], in: database) }
            }
            for case .correction(let word, let entry) in changes
            where taxonomy.index(of: word.category) != nil {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO classificationEarly VALUES (?, ?, ?, ?, ?, ?)",
                    arguments: [
                        word.id.description, entry.description, word.category.rawValue, word.source.rawValue,
                        word.author.map { Data($0.utf8) }, word.seconds,
                    ])
            }
            for key in keys {
                try database.execute(
                    sql: "DELETE FROM classificationEarly WHERE ?1 IN (id, logId)",
                    arguments: [key.description])
            }
            try Self.takeEarly(in: database)
            try database.execute(sql: "DELETE FROM classificationChange WHERE number > ?", arguments: [last])
        }
        try await store.checkpointIfLarge()
    }

    private static func holds(_ id: RecordID, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS(SELECT 1 FROM classificationLog WHERE id = ?)",
            arguments: [id.description]) ?? false
    }

    /// Adds the words that waited for their entries.
    private static func takeEarly(in database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT e.id, e.logId, e.category, e.source, e.author, e.timestamp
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
                author: author.map { String(decoding: $0, as: UTF8.self) }, seconds: row["timestamp"])
            try put(word, on: entry.description, of: record.text, in: database)
        }
        try database.execute(
            sql: "DELETE FROM classificationEarly WHERE logId IN (SELECT id FROM classificationLog)")
    }
}

extension LogRecord {
    /// The entry without what people and challengers said of it.
    fileprivate var alone: LogRecord {
        var record = self
        (record.corrections, record.answers) = ([], [])
        return record
    }
}

/// The tables and triggers of a log that is synced. They are made when that is switched on: a log that is not does not pay
/// for them.
private enum LogChangeSchema {
    /// `entry` is empty for what was taken out. Words that came before their entries stand in `classificationEarly`.
    static let create = """
        CREATE TABLE IF NOT EXISTS classificationChangeList (id INTEGER PRIMARY KEY CHECK(id = 1), name TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS classificationChange (
            number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, entry TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS classificationEarly (
            id TEXT PRIMARY KEY NOT NULL, logId TEXT NOT NULL, category TEXT NOT NULL, source TEXT NOT NULL,
            author BLOB, timestamp REAL NOT NULL) STRICT;
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
        """
}
