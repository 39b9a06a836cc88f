import Foundation
public import GRDB
public import IlkStore

extension UsageStore: RecordStore {
    /// The job of a purge.
    public static let erasure = UsageSchema.erasure

    /// Words are found in the index only.
    public func prepare(_ purge: UsagePurge) async throws {
        if purge.filter.words != nil { try await catchUp() }
    }

    /// A store that is erased as a whole leaves its account: the other devices keep its records.
    public static func willBegin(_ purge: UsagePurge, in database: Database) throws {
        if purge.filter.isEmpty { try stopListingChanges(in: database) }
    }

    /// Counts the events of a purge; of one of everything also what is in quarantine.
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

    /// Erases the next events of a purge.
    public static func step(
        _ purge: UsagePurge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        if purge.filter.words != nil { while try UsageSchema.index.step(database) {} }
        let rows = try rows(purge.filter, "1 LIMIT ?", [purgedAtOnce], in: database)
        var report = PurgeReport(records: rows.count)
        for row in rows { try remove(row, in: database) }
        if let last = rows.last { return (last.place, report) }
        try forgetBeside(purge, &report, in: database)
        return (nil, report)
    }

    /// Takes an event out, and its phrase out of the index.
    static func remove(_ row: UsageRow, in database: Database) throws {
        if let phrase = row.event.phrase?.phrase {
            try UsageSchema.index.forget(phrase, at: row.place, in: database)
        }
        try database.execute(sql: "DELETE FROM usageEvent WHERE place = ?", arguments: [row.place])
    }

    /// What goes with the last of the events: flags and words that nothing is counted by any more.
    private static func forgetBeside(
        _ purge: UsagePurge, _ report: inout PurgeReport, in database: Database
    ) throws {
        if purge.filter.isEmpty {
            for table in ["journalQuarantine", "usageOpaque"] {
                try database.execute(sql: "DELETE FROM \(table)")
                report.quarantined += database.changesCount
            }
            // The marks first: nobody is told that these went.
            let tables = [
                "usageMark", "usageDevice", "usageCaregiver", "usageSessionNote", "usageUnindexed",
                "usageChange",
            ]
            for table in tables { try database.execute(sql: "DELETE FROM \(table)") }
        }
        try forgetUncounted(in: database)
    }

    /// Takes out flags, notes and words of what is not there any more.
    static func forgetUncounted(in database: Database) throws {
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
