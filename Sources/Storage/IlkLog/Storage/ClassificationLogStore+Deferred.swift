import GRDB
import IlkStore
package import IlkVocabulary

/// Records that a sync received, but that the log cannot contain yet because it lacks one of their labels.
/// The log stores their ids and labels. Their contents are only in the replica.
extension ClassificationLogStore {
    /// Returns the ids of deferred records whose labels the log has now, in ascending order.
    ///
    /// - Parameters:
    ///   - id: The last id of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of ids.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of deferred records.
    package func applicableRecords(after id: RecordID?, limit: Int) async throws -> [RecordID] {
        try await store.read { database -> [RecordID] in
            guard try Self.hasDeferred(database) else { return [] }
            let keys = try String.fetchAll(
                database,
                sql: """
                    SELECT key FROM classificationDeferred d WHERE key > ? AND NOT \(Self.lacksLabel)
                    ORDER BY key LIMIT ?
                    """, arguments: [id?.description ?? "", limit])
            return keys.compactMap { RecordID($0) }
        }
    }

    /// Returns the number of deferred records with a label that the log still lacks, and the labels that it
    /// lacks, in ascending order.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of deferred records.
    package func deferredRecords() async throws -> (count: Int, labels: [Category]) {
        try await store.read { database -> (count: Int, labels: [Category]) in
            guard try Self.hasDeferred(database) else { return (0, []) }
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM classificationDeferred d WHERE \(Self.lacksLabel)")
            let labels = try String.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT e.value FROM classificationDeferred d CROSS JOIN json_each(d.labels) e
                    WHERE e.value NOT IN (SELECT category FROM classificationTaxonomy) ORDER BY 1
                    """)
            return (count ?? 0, labels.map { Category($0) })
        }
    }

    /// Forgets all deferred records.
    ///
    /// - Throws: `StoreError`.
    func forgetDeferredRecords() async throws {
        guard try await store.read({ try Self.hasDeferred($0) }) else { return }
        try await store.write { try $0.execute(sql: "DELETE FROM classificationDeferred") }
    }

    /// Updates the list of deferred records after changes were applied.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - unknown: The labels of the changes that the log lacks.
    ///   - erased: The ids of erased entries and corrections.
    ///   - database: The writing connection, in a transaction.
    static func noteDeferred(
        _ changes: [LogChange], lacking unknown: Set<Category>, erasing erased: [RecordID],
        in database: Database
    ) throws {
        let isListing = try hasDeferred(database)
        guard isListing || !unknown.isEmpty else { return }
        if !isListing { try database.execute(sql: deferredTable) }
        for change in changes {
            guard let (id, entry) = change.record else { continue }
            let labels = change.labels
            if unknown.isDisjoint(with: labels) {
                try database.execute(
                    sql: "DELETE FROM classificationDeferred WHERE key = ?", arguments: [id.description])
            } else {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO classificationDeferred VALUES (?, ?, ?)",
                    arguments: [id.description, entry.description, try LabelListText.text(labels)])
            }
        }
        for id in erased {
            try database.execute(
                sql: "DELETE FROM classificationDeferred WHERE ?1 IN (key, entry)",
                arguments: [id.description])
        }
    }

    /// Returns the number of entries that the log does not have, although a sync received them or corrections
    /// of them.
    ///
    /// - Parameter database: The connection to read.
    static func deferredEntries(in database: Database) throws -> Int {
        let entries = try waiting(in: database).map { "SELECT \($0.entry) AS entry FROM \($0.name)" }
        guard !entries.isEmpty else { return 0 }
        return try Int.fetchOne(
            database,
            sql: """
                SELECT count(DISTINCT entry) FROM (\(entries.joined(separator: " UNION ALL ")))
                WHERE entry NOT IN (SELECT id FROM classificationLog)
                """) ?? 0
    }

    /// Erases all deferred records. The next sync erases them in the replica and on other machines.
    ///
    /// - Parameter database: The writing connection, in a transaction.
    static func eraseDeferred(in database: Database) throws {
        for table in try waiting(in: database) {
            try database.execute(
                sql: """
                    INSERT INTO classificationChange (key, entry) SELECT \(table.key), '' FROM \(table.name);
                    DELETE FROM \(table.name);
                    """)
        }
    }

    /// Returns the existing tables of received records that wait for a label or for their entry, with the
    /// columns of the record's and the entry's ids.
    private static func waiting(
        in database: Database
    ) throws -> [(name: String, key: String, entry: String)] {
        try [("classificationDeferred", "key", "entry"), ("classificationEarly", "id", "logId")]
            .filter { try database.tableExists($0.0) }
    }

    private static func hasDeferred(_ database: Database) throws -> Bool {
        guard try database.tableExists("classificationDeferred") else { return false }
        return try Bool.fetchOne(
            database, sql: "SELECT EXISTS(SELECT 1 FROM classificationDeferred)") ?? false
    }

    /// The condition that the log lacks a label of a deferred record `d`.
    private static let lacksLabel = """
        EXISTS (SELECT 1 FROM json_each(d.labels) e
            WHERE e.value NOT IN (SELECT category FROM classificationTaxonomy))
        """

    /// The table is created when the first record is deferred, so that other logs have no overhead.
    private static let deferredTable = """
        CREATE TABLE IF NOT EXISTS classificationDeferred (
            key TEXT PRIMARY KEY NOT NULL, entry TEXT NOT NULL, labels TEXT NOT NULL) STRICT;
        """
}

extension LogChange {
    /// The labels to which the change refers. The log must have all of them.
    var labels: [Category] {
        switch self {
        case .entry(let record): [record.category] + (record.labels ?? [])
        case .correction(let word, _): [word.category] + word.categories
        case .erased: []
        }
    }

    /// The ids of the record and of its entry, or `nil` for an erased record.
    fileprivate var record: (id: RecordID, entry: RecordID)? {
        switch self {
        case .entry(let record): (record.id, record.id)
        case .correction(let word, let entry): (word.id, entry)
        case .erased: nil
        }
    }
}
