import Foundation
public import GRDB
public import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// The erasure job that a purge stores in the log's database.
    public static let erasure = ClassificationLogSchema.erasure

    /// Updates the search index before a purge, so that the index contains every entry that the purge
    /// deletes.
    ///
    /// - Parameter purge: The purge.
    /// - Throws: `StoreError`.
    public func prepare(_ purge: LogPurge) async throws { try await updateIndex() }

    /// Checks the log for damage before a purge. Damaged entries are accepted if the purge selects them by
    /// id, because the purge removes them.
    ///
    /// - Parameter purge: The purge, or `nil` if an interrupted purge has already erased all of its rows.
    /// - Returns: The damaged ranges of rows that are sound again after the purge has removed the damaged
    ///   entries.
    /// - Throws: `StoreError` if rows are missing, or if other rows are damaged.
    public func faults(mendedBy purge: LogPurge?) async throws -> [RangeFault] {
        let named = Set((purge?.ids ?? []).map(\.description))
        return try await store.read { database in
            guard !named.isEmpty else {
                try self.store.verify(in: database)
                return []
            }
            let faults = try self.store.rangeFaults(in: database)
            guard !faults.isEmpty else { return [] }
            let damaged = try EntryChecksum.damagedEntries(in: database)
            guard faults.allSatisfy({ $0.found == $0.expected }), !damaged.isEmpty,
                damaged.allSatisfy(named.contains)
            else { throw self.store.rangeError(faults) }
            return faults
        }
    }
}

// MARK: - Steps, each inside a transaction

extension ClassificationLogStore {
    /// Counts the entries that a purge would erase, without changing an entry.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    /// - Complexity: O(*n*) in the number of entries that the purge selects or, without an index, scans.
    public static func preview(_ purge: LogPurge, in database: Database) throws -> PurgeReport {
        let (sql, arguments) = purge.source()
        let row = try Row.fetchOne(
            database, sql: "SELECT count(*), ifnull(sum(length(CAST(l.text AS BLOB))), 0) \(sql)",
            arguments: arguments)
        return PurgeReport(
            records: (row?[0] ?? 0) + (purge.deferred ?? 0), bytes: row?[1] ?? 0,
            quarantined: try quarantined(purge, in: database).count)
    }

    /// Counts the entries that at least one of several purges would erase, without changing an entry.
    ///
    /// - Parameters:
    ///   - purges: The purges, of which there is at least one.
    ///   - database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    /// - Complexity: O(*n* log *n*) in the number of selected entries.
    public static func preview(ofUnion purges: [LogPurge], in database: Database) throws -> PurgeReport {
        var report = try countRows(
            purges.map { purge in
                let (sql, arguments) = purge.source()
                return ("SELECT l.rowid AS row, length(CAST(l.text AS BLOB)) AS bytes \(sql)", arguments)
            }, in: database)
        report.quarantined = Set(try purges.flatMap { try quarantined($0, in: database) }).count
        return report
    }

    /// Returns a purge that is limited to the rows that exist now, with the number of deferred entries. If the purge keeps the newest texts up to
    /// a size, the returned purge also contains the newest entry to erase.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The writing connection, in a transaction.
    /// - Throws: `DatabaseError`, and errors of decoding.
    /// - Complexity: O(*n*) in the number of selected entries if some are kept by size, otherwise constant.
    public static func limited(_ purge: LogPurge, in database: Database) throws -> LogPurge {
        var purge = purge
        purge.lastRow = try Int64.fetchOne(database, sql: "SELECT max(rowid) FROM classificationLog") ?? 0
        if purge.isComplete { purge.deferred = try deferredEntries(in: database) }
        guard let kept = purge.keptBytes else { return purge }
        let (sql, arguments) = purge.source()
        let rows = try Row.fetchCursor(
            database,
            sql:
                "SELECT l.timestamp, l.id, length(CAST(l.text AS BLOB)) \(sql) ORDER BY l.timestamp DESC, l.id DESC",
            arguments: arguments)
        var sum = 0
        while let row = try rows.next() {
            sum += try row.decode(Int.self, atIndex: 2)
            guard sum > kept else { continue }
            guard let id = RecordID(try row.decode(String.self, atIndex: 1)) else { continue }
            purge.newest = PageCursor(
                timestamp: Date(timeIntervalSince1970: try row.decode(Double.self, atIndex: 0)), id: id)
            return purge
        }
        purge.ids = []
        return purge
    }

    /// Erases all deferred records if the purge selects all entries. Later steps do not erase them, because
    /// a sync can defer more of them meanwhile.
    ///
    /// - Parameters:
    ///   - purge: The purge, after ``limited(_:in:)``.
    ///   - database: The writing connection, in a transaction.
    /// - Throws: `DatabaseError`.
    public static func willBegin(_ purge: LogPurge, in database: Database) throws {
        if purge.isComplete { try eraseDeferred(in: database) }
    }

    /// Erases the next batch of entries that the purge selects, and all quarantined entries that it selects.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - after: The last row of the previous step, or `Int64.min` for the first step.
    ///   - database: The writing connection, in a transaction.
    /// - Returns: The last row of this step, or `nil` if no entry was left, and the counts of this step.
    /// - Throws: `DatabaseError`, and errors of decoding.
    public static func step(
        _ purge: LogPurge, after: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        var report = PurgeReport()
        for id in try quarantined(purge, in: database) {
            try database.execute(sql: "DELETE FROM journalQuarantine WHERE id = ?", arguments: [id])
            report.quarantined += 1
        }
        let rows = try rows(of: purge, after: after, in: database)
        try erase(rows, &report, in: database)
        if rows.isEmpty { report.records += purge.deferred ?? 0 }  // They were erased when the purge began.
        return (rows.max(), report)
    }

    private static func rows(of purge: LogPurge, after: Int64, in database: Database) throws -> [Int64] {
        let (sql, arguments) = purge.source()
        return try Int64.fetchAll(
            database,
            sql:
                "SELECT l.rowid \(sql) \(purge.isInRowOrder ? "AND l.rowid > ? ORDER BY l.rowid" : "AND +l.rowid > ?") LIMIT ?",
            arguments: arguments + [purge.isInRowOrder ? after : Int64.min, purgeStepRecords])
    }

    private static func erase(
        _ rows: [Int64], _ report: inout PurgeReport, in database: Database
    ) throws {
        let select = try RawStatement(
            """
            SELECT l.rowid, l.text, l.category, l.timestamp, v.abstention, v.provenance FROM classificationLog l
            LEFT JOIN classificationVerdict v ON v.logId = l.id WHERE l.rowid = ?
            """, on: database)
        let unindex = try RawStatement(
            "INSERT INTO classificationSearch (classificationSearch, rowid, text) VALUES ('delete', ?, ?)",
            on: database)
        let delete = try RawStatement("DELETE FROM classificationLog WHERE rowid = ?", on: database)
        let forget = try RawStatement("DELETE FROM classificationChecksum WHERE row = ?", on: database)
        let indexed = try ClassificationLogIndex.rows.lastRow(database)
        var counts: [ClassificationLogIndex.Facet: ClassificationLogIndex.Count] = [:]
        for row in rows {
            select.bind(row, at: 1)
            defer { select.reset() }
            guard try select.step() else { continue }
            let size = try select.withBytes(1) { text in
                row <= indexed ? try unindex.run(row, formOf: text) : text.count
            }
            if row <= indexed {
                let facet = try ClassificationLogIndex.facet(of: select)
                counts[facet, default: .init()].add(size, times: -1)
            }
            select.reset()
            try delete.run(row)
            try forget.run(row)
            report.records += 1
            report.bytes += size
        }
        for (facet, count) in counts { try ClassificationLogIndex.add(facet, count, in: database) }
        // SQLite reuses the row ids of erased last rows. New rows with reused ids are not indexed yet.
        try database.execute(
            sql: """
                UPDATE classificationIndexed
                SET lastRow = min(lastRow, (SELECT ifnull(max(rowid), 0) FROM classificationLog))
                """)
    }

    /// Returns the ids of the quarantined entries that a purge selects.
    private static func quarantined(_ purge: LogPurge, in database: Database) throws -> [String] {
        try Row.fetchAll(database, sql: "SELECT id, entry, timestamp FROM journalQuarantine")
            .compactMap { row in
                let entry = try row.decode(Data.self, forColumn: "entry")
                // An entry that cannot be decoded matches only a purge that selects by neither text nor
                // label.
                let refused = try? JSONDecoder().decode(RefusedEntry.self, from: entry)  // Not decodable.
                let seconds = try row.decode(Double.self, forColumn: "timestamp")
                return purge.means(refused ?? RefusedEntry(), at: seconds)
                    ? try row.decode(String.self, forColumn: "id") : nil
            }
    }
}
