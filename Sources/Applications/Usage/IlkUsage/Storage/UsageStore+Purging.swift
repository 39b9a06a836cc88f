import Foundation
public import GRDB
public import IlkStore

extension UsageStore: RecordStore {
    /// The purge job of this store.
    public static let erasure = UsageSchema.erasure

    /// Brings the index up to date, because words can be found only in the index.
    ///
    /// - Parameter purge: The choice of events.
    /// - Throws: `StoreError` if the database fails.
    public func prepare(_ purge: UsagePurge) async throws {
        if purge.filter.words != nil { try await updateIndex() }
    }

    /// Stops listing changes before everything is purged. Other devices of the account keep the records.
    ///
    /// - Parameters:
    ///   - purge: The choice of events.
    ///   - database: The writing connection.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func willBegin(_ purge: UsagePurge, in database: Database) throws {
        if purge.filter.isEmpty { try stopListingChanges(in: database) }
    }

    /// Counts the events of a purge, and for a purge of everything also the quarantined records.
    ///
    /// - Parameters:
    ///   - purge: The selection of events.
    ///   - database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    /// - Complexity: O(*n*) in the number of selected events.
    public static func preview(_ purge: UsagePurge, in database: Database) throws -> PurgeReport {
        let (condition, arguments) = purge.filter.conditions()
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM usageEvent c WHERE \(condition)", arguments: arguments)
        var report = PurgeReport(records: count ?? 0)
        guard purge.filter.isEmpty else { return report }
        report.quarantined =
            try Int.fetchOne(
                database,
                sql: "SELECT (SELECT count(*) FROM journalQuarantine) + (SELECT count(*) FROM usageOpaque)")
            ?? 0
        return report
    }

    /// Erases the next batch of events.
    ///
    /// - Parameters:
    ///   - purge: The selection of events.
    ///   - row: The last row of the previous step.
    ///   - database: The writing connection, in a transaction.
    /// - Returns: The last row, or `nil` if no event was left, and the counts of this step.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func step(
        _ purge: UsagePurge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        if purge.filter.words != nil { while try UsageSchema.index.step(database) {} }
        let rows = try rows(purge.filter, "1 LIMIT ?", [purgeStepRecords], in: database)
        var report = PurgeReport(records: rows.count)
        for row in rows { try remove(row, in: database) }
        if let last = rows.last { return (last.place, report) }
        try forgetBeside(purge, &report, in: database)
        return (nil, report)
    }

    /// Deletes an event and removes its phrase from the index.
    static func remove(_ row: UsageRow, in database: Database) throws {
        if let phrase = row.event.phrase?.phrase {
            try UsageSchema.index.forget(phrase, at: row.place, in: database)
        }
        try database.execute(sql: "DELETE FROM usageEvent WHERE place = ?", arguments: [row.place])
    }

    /// Deletes the related rows after the last batch of events.
    private static func forgetBeside(
        _ purge: UsagePurge, _ report: inout PurgeReport, in database: Database
    ) throws {
        if purge.filter.isEmpty {
            for table in ["journalQuarantine", "usageOpaque"] {
                try database.execute(sql: "DELETE FROM \(table)")
                report.quarantined += database.changesCount
            }
            // Delete the marks first, so that no trigger lists the deletions.
            let tables = [
                "usageMark", "usageDevice", "usageCaregiver", "usageSessionNote", "usageUnindexed",
                "usageChange",
            ]
            for table in tables { try database.execute(sql: "DELETE FROM \(table)") }
        }
        try deleteUnreferencedRows(in: database)
    }

    /// Deletes flags, notes and terms that no event refers to.
    static func deleteUnreferencedRows(in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM usageRegression WHERE symbol NOT IN (SELECT t.term FROM usageDay u
                    JOIN usageTerm t ON t.number = u.term WHERE u.kind = 0);
                DELETE FROM usageSessionNote WHERE key NOT IN (SELECT key FROM usageSession);
                DELETE FROM usageTerm WHERE number <> 0 AND number NOT IN (SELECT term FROM usageDay
                    UNION SELECT device FROM usageDay UNION SELECT caregiver FROM usageDay);
                """)
    }
}
