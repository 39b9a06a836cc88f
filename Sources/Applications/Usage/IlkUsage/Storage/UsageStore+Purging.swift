import Foundation
public import GRDB
public import IlkStore

extension UsageStore: RecordStore {
    /// The tables and search indexes that a purge of this store erases.
    public static let erasure = UsageSchema.erasure

    /// Brings the full-text index up to date if the purge selects phrases by words.
    ///
    /// - Parameter purge: The selection of events.
    /// - Throws: `StoreError` if the database fails.
    public func prepare(_ purge: UsagePurge) async throws {
        if purge.filter.words != nil { try await updateIndex() }
    }

    /// Deletes the list of changes for sync if the purge selects all events. A purge of everything is
    /// therefore not synced: other devices of the account keep their records.
    ///
    /// - Parameters:
    ///   - purge: The selection of events.
    ///   - database: The writing connection.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func willBegin(_ purge: UsagePurge, in database: Database) throws {
        if purge.filter.isEmpty { try stopListingChanges(in: database) }
    }

    /// Counts the events that a purge would erase. If the purge selects all events, also counts the
    /// quarantined records, such as received records that could not be decoded.
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
    ///   - row: The last row of the previous batch.
    ///   - database: The writing connection, in a transaction.
    /// - Returns: The last row of the batch, or `nil` if no events are left, and the numbers of erased
    ///   records.
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

    /// Deletes the rows that depend on erased events. Called after the last batch of events. A purge of
    /// everything also deletes the devices, the caregivers, the settings and the quarantined records.
    private static func forgetBeside(
        _ purge: UsagePurge, _ report: inout PurgeReport, in database: Database
    ) throws {
        if purge.filter.isEmpty {
            for table in ["journalQuarantine", "usageOpaque"] {
                try database.execute(sql: "DELETE FROM \(table)")
                report.quarantined += database.changesCount
            }
            // Clear `usageMark` first, so that no trigger adds the deletions to the list of changes.
            let tables = [
                "usageMark", "usageDevice", "usageCaregiver", "usageSessionNote", "usageUnindexed",
                "usageChange",
            ]
            for table in tables { try database.execute(sql: "DELETE FROM \(table)") }
        }
        try deleteUnreferencedRows(in: database)
    }

    /// Deletes the rows that no event refers to: vocabulary regressions, session notes and interned strings.
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
