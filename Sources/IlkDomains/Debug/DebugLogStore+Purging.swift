public import FoundationEssentials
import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

extension DebugLogStore {
    /// How many entries a purge takes in one transaction.
    static let purgedAtOnce = 500

    /// What a purge would take. Changes nothing.
    ///
    /// - Throws: `StoreError`.
    public func preview(of purge: DebugPurge) async throws -> DebugPurge.Report {
        try await store.verify()
        return try await store.read { database in
            let purge = try Self.begun(purge, in: database)
            let (sql, arguments) = try Self.source(of: purge, in: database)
            let row = try Row.fetchOne(
                database,
                sql:
                    "SELECT count(*), ifnull(sum(length(CAST(k.event AS BLOB)) + length(CAST(e.payload AS BLOB))), 0) \(sql)",
                arguments: arguments)
            var report = DebugPurge.Report()
            report.entries = row?[0] ?? 0
            report.bytes = row?[1] ?? 0
            if purge.isAll {
                report.quarantined =
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM journalQuarantine") ?? 0
            }
            return report
        }
    }

    /// Whether a purge was interrupted.
    ///
    /// - Throws: `StoreError`.
    public func isPurgeUnfinished() async throws -> Bool {
        try await DebugLogSchema.erasure.isUnfinished(in: store)
    }

    /// Takes entries out of the log, so that no byte of their texts is left in its files.
    ///
    /// It goes in bounded steps, and others write meanwhile. What was purged before it was interrupted is gone; the next
    /// purge, or ``finishPurge(progress:)``, goes on where it was. Copies and exports are not reached.
    ///
    /// - Parameter progress: Called after each step with what has gone. What it throws interrupts the purge.
    /// - Throws: ``DomainError/purgeHeldUp(path:)`` when another program reads what was, `StoreError`.
    /// - Complexity: A pass over the search index, besides what goes.
    @discardableResult
    public func purge(
        _ purge: DebugPurge, progress: (DebugPurge.Report) throws -> Void = { _ in }
    ) async throws -> DebugPurge.Report {
        try await store.verify()
        var report = try await endPurge(progress)
        // What is not indexed cannot be taken out of the index.
        try await catchUp()
        try await store.write { database in
            try DebugLogSchema.erasure.begin(try Self.begun(purge, in: database), in: database)
        }
        report += try await endPurge(progress)
        return report
    }

    /// Ends a purge that was interrupted; does nothing when there is none.
    ///
    /// - Throws: As ``purge(_:progress:)``.
    @discardableResult
    public func finishPurge(
        progress: (DebugPurge.Report) throws -> Void = { _ in }
    ) async throws -> DebugPurge.Report {
        if try await isPurgeUnfinished() { try await store.verify() }
        return try await endPurge(progress)
    }

    private func endPurge(_ progress: (DebugPurge.Report) throws -> Void) async throws -> DebugPurge.Report {
        try await DebugLogSchema.erasure.finish(
            in: store,
            taking: { (database, purge: DebugPurge, after) in
                try Self.purgeStep(purge, after: after, in: database)
            }, progress: progress)
    }

    /// A purge with its bound set: to the rows that there are, less those that are kept.
    private static func begun(_ purge: DebugPurge, in database: Database) throws -> DebugPurge {
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

    /// The tables and conditions of SQL that its rows stand in.
    private static func source(
        of purge: DebugPurge, in database: Database
    ) throws -> (sql: String, arguments: StatementArguments) {
        var tables = "debugEntry e JOIN debugKind k ON k.id = e.kind"
        var conditions = ["e.row <= ?"]
        var arguments: StatementArguments = [purge.lastRow ?? 0]
        let filter = purge.filter
        if !filter.meansAllKinds {
            let kinds = try DebugKind.all(in: database).filter(filter.means).map { "\($0.id)" }
            conditions.append("e.kind IN (\(kinds.joined(separator: ",")))")
        }
        if let since = filter.since {
            conditions.append("e.time >= ?")
            arguments += [DebugLogEntry.nanoseconds(since)]
        }
        if let until = filter.until {
            conditions.append("e.time < ?")
            arguments += [DebugLogEntry.nanoseconds(until)]
        }
        if let id = filter.correlationId {
            conditions.append("(e.correlation = ? OR e.id = ?)")
            arguments += [Data(id.bytes), Data(id.bytes)]
        }
        if let ids = purge.ids {
            conditions.append(
                "e.id IN (\(ids.map { "x'" + $0.description.filter { $0 != "-" } + "'" }.joined(separator: ",")))"
            )
        }
        if let match = purge.match {
            tables =
                "debugSearch s CROSS JOIN debugEntry e ON e.row = s.rowid JOIN debugKind k ON k.id = e.kind"
            conditions.insert("s.debugSearch MATCH ?", at: 0)
            arguments = ["{text} : (\(match.expression))"] + arguments
        }
        return ("FROM \(tables) WHERE \(conditions.joined(separator: " AND "))", arguments)
    }

    private static func purgeStep(
        _ purge: DebugPurge, after: Int64, in database: Database
    ) throws -> (last: Int64?, report: DebugPurge.Report) {
        var report = DebugPurge.Report()
        let (sql, arguments) = try source(of: purge, in: database)
        let rows = try Int64.fetchAll(
            database, sql: "SELECT e.row \(sql) AND e.row > ? ORDER BY e.row LIMIT ?",
            arguments: arguments + [after, purgedAtOnce])
        try erase(rows, &report, in: database)
        if rows.isEmpty, purge.isAll {
            try database.execute(sql: "DELETE FROM journalQuarantine")
            report.quarantined += database.changesCount
        }
        return (rows.last, report)
    }

    private static func erase(
        _ rows: [Int64], _ report: inout DebugPurge.Report, in database: Database
    ) throws {
        let select = try RawStatement(
            "SELECT \(DebugLogIndex.columns) FROM debugEntry e JOIN debugKind k ON k.id = e.kind WHERE e.row = ?",
            on: database)
        let delete = try RawStatement("DELETE FROM debugEntry WHERE row = ?", on: database)
        let indexed = try DebugLogIndex.lastRow(database)
        let work = try DebugIndexing(database, isAdding: false)
        for row in rows {
            select.bind(row, at: 1)
            defer { select.reset() }
            guard try select.step() else { continue }
            // Rows that came since the purge began are not meant, so what is meant is indexed.
            if row <= indexed { report.bytes += try work.take(select) }
            select.reset()
            delete.bind(row, at: 1)
            try delete.run()
            report.entries += 1
        }
        try work.finish()
    }
}

// MARK: - Retention

extension DebugLogStore {
    /// The log's standing rules of what is not kept, in the order in which they were made. Each file has its own.
    ///
    /// - Throws: `StoreError`.
    public func retention() async throws -> [DebugRetention] {
        try await store.read { database in
            try String.fetchAll(database, sql: "SELECT criteria FROM debugRetention ORDER BY place")
                .map { try JSONDecoder().decode(DebugRetention.self, from: Data($0.utf8)) }
        }
    }

    /// Puts rules in the place of those that the log had. Nothing goes before they are applied.
    ///
    /// - Throws: `StoreError`.
    public func setRetention(_ rules: [DebugRetention]) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let criteria = try rules.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try await store.write { database in
            try database.execute(sql: "DELETE FROM debugRetention")
            for (place, rule) in criteria.enumerated() {
                try database.execute(
                    sql: "INSERT INTO debugRetention VALUES (?, ?)", arguments: [place, rule])
            }
        }
    }

    /// Purges what the log's rules do not keep, one rule after the other, and ends a purge that was interrupted.
    ///
    /// - Parameter now: The moment that ages are counted back from.
    /// - Returns: What went by all of them.
    /// - Throws: As ``purge(_:progress:)``.
    @discardableResult
    public func applyRetention(
        now: Date, progress: (DebugPurge.Report) throws -> Void = { _ in }
    ) async throws -> DebugPurge.Report {
        var report = try await finishPurge(progress: progress)
        for rule in try await retention() {
            let purge = rule.purge(now: now)
            // A purge cleans the whole file at its end: not where nothing goes.
            guard try await preview(of: purge) != DebugPurge.Report() else { continue }
            report += try await self.purge(purge, progress: progress)
        }
        return report
    }
}
