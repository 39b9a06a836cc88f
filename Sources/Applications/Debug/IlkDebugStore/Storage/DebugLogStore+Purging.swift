import FoundationEssentials
public import GRDB
import IlkDebug
public import IlkStore
import IlkVocabulary

extension DebugLogStore: RecordStore {
    /// The tables and search indexes that a purge of this store erases.
    public static let erasure = DebugLogSchema.erasure

    /// Indexes all rows before a purge, because only indexed rows can be removed from the index.
    ///
    /// - Parameter purge: The purge.
    /// - Throws: `StoreError`.
    public func prepare(_ purge: DebugPurge) async throws { try await updateIndex() }

    /// Counts the entries that a purge would erase. A purge of everything also counts the quarantined
    /// entries.
    ///
    /// - Parameters:
    ///   - purge: The purge, after ``limited(_:in:)``.
    ///   - database: The database.
    /// - Throws: SQLite's errors.
    /// - Complexity: O(*n*) in the number of entries that are read.
    public static func preview(_ purge: DebugPurge, in database: Database) throws -> PurgeReport {
        try preview(ofUnion: [purge], in: database)
    }

    /// Counts the entries that at least one of several purges would erase. A purge of everything also counts
    /// the quarantined entries.
    ///
    /// - Parameters:
    ///   - purges: The purges, after ``limited(_:in:)``. There is at least one.
    ///   - database: The database.
    /// - Throws: SQLite's errors.
    /// - Complexity: O(*n* log *n*) in the number of selected entries.
    public static func preview(ofUnion purges: [DebugPurge], in database: Database) throws -> PurgeReport {
        let size = "length(CAST(k.event AS BLOB)) + length(CAST(e.payload AS BLOB))"
        var report = try countRows(
            purges.map { purge in
                let (sql, arguments) = try source(of: purge, in: database)
                return ("SELECT e.row AS row, \(size) AS bytes \(sql)", arguments)
            }, in: database)
        guard purges.contains(where: { $0.isAll }) else { return report }
        report.quarantined = try Int.fetchOne(database, sql: "SELECT count(*) FROM journalQuarantine") ?? 0
        return report
    }

    /// Limits a purge to the rows that exist now, and excludes the newest entries that must be kept. Entries
    /// that arrive during the purge are thus not erased.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The database.
    /// - Throws: SQLite's errors.
    public static func limited(_ purge: DebugPurge, in database: Database) throws -> DebugPurge {
        var purge = purge
        let newest = try Int64.fetchOne(database, sql: "SELECT max(row) FROM debugEntry") ?? 0
        purge.lastRow = newest
        if let kept = purge.keptEntries {
            purge.lastRow =
                try Int64.fetchOne(
                    database, sql: "SELECT row FROM debugEntry ORDER BY row DESC LIMIT 1 OFFSET ?",
                    arguments: [max(0, kept)]) ?? 0
        }
        return purge
    }

    /// Returns the tables and conditions of a query for the entries of a purge.
    private static func source(
        of purge: DebugPurge, in database: Database
    ) throws -> (sql: String, arguments: StatementArguments) {
        var tables = "debugEntry e JOIN debugKind k ON k.id = e.kind"
        var conditions = SQLConditions()
        conditions.add("e.row <= ?", purge.lastRow ?? 0)
        let filter = purge.filter
        if !filter.meansAllKinds {
            let kinds = try DebugKind.all(in: database).filter(filter.matches).map { "\($0.id)" }
            conditions.add("e.kind IN (\(kinds.joined(separator: ",")))")
        }
        conditions.add("e.time >= ?", filter.since.map(DebugLogEntry.nanoseconds))
        conditions.add("e.time < ?", filter.until.map(DebugLogEntry.nanoseconds))
        let correlation = filter.correlationId.map { Data($0.bytes) }
        conditions.add("(e.correlation = ? OR e.id = ?)", correlation, correlation)
        if let match = purge.match {
            tables =
                "debugSearch s CROSS JOIN debugEntry e ON e.row = s.rowid JOIN debugKind k ON k.id = e.kind"
            conditions.add("s.debugSearch MATCH ?", "{text} : (\(match.expression))")
        }
        return (
            "FROM \(tables) WHERE \(conditions.list.joined(separator: " AND "))", conditions.arguments
        )
    }

    /// Deletes the next batch of entries. The last step of a purge of everything also deletes the quarantined
    /// entries.
    ///
    /// - Parameters:
    ///   - purge: The purge, after ``limited(_:in:)``.
    ///   - after: The row at which the previous batch ended.
    ///   - database: The database.
    /// - Returns: The last deleted row, or `nil` if no entries are left, and the numbers of erased records.
    /// - Throws: SQLite's errors.
    public static func step(
        _ purge: DebugPurge, after: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        var report = PurgeReport()
        let (sql, arguments) = try source(of: purge, in: database)
        let rows = try Int64.fetchAll(
            database, sql: "SELECT e.row \(sql) AND e.row > ? ORDER BY e.row LIMIT ?",
            arguments: arguments + [after, purgeStepRecords])
        try erase(rows, &report, in: database)
        if rows.isEmpty, purge.isAll {
            try database.execute(sql: "DELETE FROM journalQuarantine")
            report.quarantined += database.changesCount
        }
        return (rows.last, report)
    }

    private static func erase(
        _ rows: [Int64], _ report: inout PurgeReport, in database: Database
    ) throws {
        let select = try RawStatement(
            "SELECT \(DebugLogIndex.columns) FROM debugEntry e JOIN debugKind k ON k.id = e.kind WHERE e.row = ?",
            on: database)
        let delete = try RawStatement("DELETE FROM debugEntry WHERE row = ?", on: database)
        let indexed = try DebugLogIndex.rows.lastRow(database)
        let work = try DebugIndexer(database, isAdding: false)
        for row in rows {
            select.bind(row, at: 1)
            defer { select.reset() }
            guard try select.step() else { continue }
            // The purge does not include rows that arrived after its start. All earlier rows are indexed.
            if row <= indexed { report.bytes += try work.process(select) }
            select.reset()
            try delete.run(row)
            report.records += 1
        }
        try work.finish()
    }
}

extension DebugLogStore: RetainingStore {
    /// A retention rule of a debug log.
    public typealias Retention = DebugRetention

    /// The table that stores the retention rules.
    public static let retentionTable = "debugRetention"
}
