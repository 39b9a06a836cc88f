import Foundation
import GRDB
import IlkStore

extension UsageStore {
    /// How many events a purge takes in one transaction.
    static let purgedAtOnce = 500

    /// What a purge would take. Changes nothing.
    ///
    /// - Throws: `StoreError`.
    public func preview(of purge: UsagePurge) async throws -> UsagePurge.Report {
        try await store.verify()
        if purge.filter.words != nil { try await catchUp() }
        return try await store.read { database in
            let (condition, arguments) = purge.filter.conditions()
            var report = UsagePurge.Report()
            report.events =
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM usageEvent c WHERE \(condition)",
                    arguments: arguments) ?? 0
            if purge.filter.isEmpty {
                report.aside =
                    try Int.fetchOne(
                        database,
                        sql:
                            "SELECT (SELECT count(*) FROM journalQuarantine) + (SELECT count(*) FROM usageOpaque)"
                    )
                    ?? 0
            }
            return report
        }
    }

    /// Takes events out, so that no byte of them is left in the store's files.
    ///
    /// It goes in bounded steps, and others write meanwhile. What was purged before it was interrupted is gone; the next
    /// purge, or ``finishPurge(progress:)``, goes on where it was. Copies and exports are not reached.
    ///
    /// - Parameter progress: Called after each step with what has gone. What it throws interrupts the purge.
    /// - Returns: What went, by a purge that was interrupted and by this one.
    /// - Throws: ``DomainError/purgeHeldUp(path:)`` when another program reads what was, `StoreError`.
    @discardableResult
    public func purge(
        _ purge: UsagePurge, progress: (UsagePurge.Report) throws -> Void = { _ in }
    ) async throws -> UsagePurge.Report {
        try await store.verify()
        var report = try await endPurge(progress)
        try await store.write { database in
            // A store that goes as a whole leaves its account; that its records go is nobody else's affair.
            if purge.filter.isEmpty { try Self.stopListingChanges(in: database) }
            try UsageSchema.erasure.begin(purge, in: database)
        }
        report += try await endPurge(progress)
        return report
    }

    /// Whether a purge was interrupted.
    ///
    /// - Throws: `StoreError`.
    public func isPurgeUnfinished() async throws -> Bool {
        try await UsageSchema.erasure.isUnfinished(in: store)
    }

    /// Ends a purge that was interrupted; does nothing when there is none.
    ///
    /// - Throws: As ``purge(_:progress:)``.
    @discardableResult
    public func finishPurge(
        progress: (UsagePurge.Report) throws -> Void = { _ in }
    ) async throws -> UsagePurge.Report {
        if try await isPurgeUnfinished() { try await store.verify() }
        return try await endPurge(progress)
    }

    private func endPurge(_ progress: (UsagePurge.Report) throws -> Void) async throws -> UsagePurge.Report {
        try await UsageSchema.erasure.finish(
            in: store,
            taking: { (database, purge: UsagePurge, _) in
                try Self.purgeStep(purge, in: database)
            }, progress: progress)
    }

    private static func purgeStep(
        _ purge: UsagePurge, in database: Database
    ) throws -> (last: Int64?, report: UsagePurge.Report) {
        if purge.filter.words != nil { while try UsageSchema.index.step(database) {} }
        let rows = try rows(purge.filter, "1 LIMIT ?", [purgedAtOnce], in: database)
        var report = UsagePurge.Report()
        for row in rows { try remove(row, in: database) }
        report.events = rows.count
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
        _ purge: UsagePurge, _ report: inout UsagePurge.Report, in database: Database
    ) throws {
        if purge.filter.isEmpty {
            for table in ["journalQuarantine", "usageOpaque"] {
                try database.execute(sql: "DELETE FROM \(table)")
                report.aside += database.changesCount
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
