import Foundation
import GRDB
import IlkStore
import IlkVocabulary

extension ClassificationLogStore {
    /// How many entries a purge takes in one transaction.
    static let purgeRows = 500

    /// What a purge would take. Changes nothing.
    ///
    /// - Throws: `StoreError`.
    public func preview(of purge: LogPurge) async throws -> LogPurge.Report {
        _ = try await faults(removedBy: purge)
        return try await store.read { database in
            let purge = try Self.begun(purge, in: database)
            let (sql, arguments) = purge.source()
            let row = try Row.fetchOne(
                database, sql: "SELECT count(*), ifnull(sum(length(CAST(l.text AS BLOB))), 0) \(sql)",
                arguments: arguments)
            let aside = try Self.quarantined(purge, in: database)
            return LogPurge.Report(entries: row?[0] ?? 0, bytes: row?[1] ?? 0, quarantined: aside.count)
        }
    }

    /// Whether a purge was interrupted: ``finishPurge(progress:before:)`` ends it.
    ///
    /// - Throws: `StoreError`.
    public func isPurgeUnfinished() async throws -> Bool {
        try await ClassificationLogSchema.erasure.isUnfinished(in: store)
    }

    /// Takes entries out of the log, so that no byte of their texts is left in its files: rows, verdicts, corrections,
    /// the search index, refused entries that were kept aside, the write-ahead log.
    ///
    /// It goes in bounded steps, and others write meanwhile. What was purged before it was interrupted is gone; the next
    /// purge, or ``finishPurge(progress:before:)``, goes on where it was. Copies and exports are not reached.
    ///
    /// - Parameters:
    ///   - progress: Called after each step with what has gone. What it throws interrupts the purge.
    ///   - before: Called when it is settled which rows go (``LogSnapshot/rowsToErase()``) and none has gone: for who has
    ///     learned of them. What it throws interrupts the purge.
    /// - Returns: What went.
    /// - Throws: ``DomainError/purgeHeldUp(path:)`` when another program reads what was, `StoreError`.
    /// - Complexity: A pass over the search index, besides what goes.
    @discardableResult
    public func purge(
        _ purge: LogPurge, progress: (LogPurge.Report) throws -> Void = { _ in },
        before: () async throws -> Void = {}
    ) async throws -> LogPurge.Report {
        var report = try await finishPurge(progress: progress, before: before)
        let faults = try await faults(removedBy: purge)
        try await catchUp()
        try await store.write { database in
            try ClassificationLogSchema.erasure.begin(try Self.begun(purge, in: database), in: database)
        }
        report += try await endPurge(faults, progress, before)
        return report
    }

    /// Ends a purge that was interrupted; does nothing when there is none.
    ///
    /// - Returns: What went now.
    /// - Throws: As ``purge(_:progress:before:)``.
    @discardableResult
    public func finishPurge(
        progress: (LogPurge.Report) throws -> Void = { _ in }, before: () async throws -> Void = {}
    ) async throws -> LogPurge.Report {
        guard try await isPurgeUnfinished() else { return LogPurge.Report() }
        let criteria = try await store.read {
            try String.fetchOne($0, sql: "SELECT criteria FROM classificationPurge WHERE stage = 0")
        }
        let purge = try criteria.map { try JSONDecoder().decode(LogPurge.self, from: Data($0.utf8)) }
        return try await endPurge(faults(removedBy: purge), progress, before)
    }

    private func endPurge(
        _ faults: [RangeFault], _ progress: (LogPurge.Report) throws -> Void,
        _ before: () async throws -> Void
    ) async throws -> LogPurge.Report {
        try await before()
        return try await ClassificationLogSchema.erasure.finish(
            in: store,
            taking: { (database, purge: LogPurge, after) in
                let step = try Self.purgeStep(purge, after: after, in: database)
                if !faults.isEmpty { try Store.mend(faults, in: database) }
                return step
            }, progress: progress)
    }

    /// Checks the log's rows before a purge. Damaged entries that the purge names are no obstacle: it removes them.
    ///
    /// - Returns: The ranges that are whole when the purge has removed those entries.
    /// - Throws: `StoreError` when rows are missing, or other rows are damaged.
    private func faults(removedBy purge: LogPurge?) async throws -> [RangeFault] {
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
    /// A purge with its bounds set: to the rows that there are, and to the newest entry that goes.
    private static func begun(_ purge: LogPurge, in database: Database) throws -> LogPurge {
        var purge = purge
        purge.lastRow = try Int64.fetchOne(database, sql: "SELECT max(rowid) FROM classificationLog") ?? 0
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
            purge.newest = LogCursor(
                timestamp: Date(timeIntervalSince1970: try row.decode(Double.self, atIndex: 0)), id: id)
            return purge
        }
        purge.ids = []
        return purge
    }

    /// Takes the next entries.
    ///
    /// - Returns: What went, and the last row; nil when there was none left.
    private static func purgeStep(
        _ purge: LogPurge, after: Int64, in database: Database
    ) throws -> (last: Int64?, report: LogPurge.Report) {
        var report = LogPurge.Report()
        for id in try quarantined(purge, in: database) {
            try database.execute(sql: "DELETE FROM journalQuarantine WHERE id = ?", arguments: [id])
            report.quarantined += 1
        }
        let rows = try rows(of: purge, after: after, in: database)
        try take(rows, into: &report, in: database)
        return (rows.max(), report)
    }

    private static func rows(of purge: LogPurge, after: Int64, in database: Database) throws -> [Int64] {
        let (sql, arguments) = purge.source()
        return try Int64.fetchAll(
            database,
            sql:
                "SELECT l.rowid \(sql) \(purge.isPass ? "AND l.rowid > ? ORDER BY l.rowid" : "AND +l.rowid > ?") LIMIT ?",
            arguments: arguments + [purge.isPass ? after : Int64.min, purgeRows])
    }

    private static func take(
        _ rows: [Int64], into report: inout LogPurge.Report, in database: Database
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
        let indexed = try ClassificationLogIndex.lastRow(database)
        var counts: [ClassificationLogIndex.Facet: ClassificationLogIndex.Count] = [:]
        for row in rows {
            select.bind(row, at: 1)
            defer { select.reset() }
            guard try select.step() else { continue }
            let size = try select.withBytes(1) { text in
                guard row <= indexed else { return text.count }
                try SearchForm.with(text) { form in
                    unindex.bind(row, at: 1)
                    unindex.bind(borrowing: form, at: 2)
                    try unindex.run()
                }
                return text.count
            }
            if row <= indexed {
                let facet = try ClassificationLogIndex.facet(of: select)
                counts[facet, default: .init()].remove(size)
            }
            select.reset()
            delete.bind(row, at: 1)
            try delete.run()
            forget.bind(row, at: 1)
            try forget.run()
            report.entries += 1
            report.bytes += size
        }
        for (facet, count) in counts { try ClassificationLogIndex.add(facet, count, in: database) }
        // The numbers of the last rows are given again: what comes then is not indexed yet.
        try database.execute(
            sql: """
                UPDATE classificationIndexed
                SET lastRow = min(lastRow, (SELECT ifnull(max(rowid), 0) FROM classificationLog))
                """)
    }

    /// The refused entries that a purge means.
    private static func quarantined(_ purge: LogPurge, in database: Database) throws -> [String] {
        struct Refused: Decodable {
            var text: String
            var category: String
        }
        return try Row.fetchAll(database, sql: "SELECT id, entry, timestamp FROM journalQuarantine")
            .compactMap { row in
                let entry = try row.decode(Data.self, forColumn: "entry")
                // One of another make is meant by whatever means all.
                let refused = try? JSONDecoder().decode(Refused.self, from: entry)  // Nothing is known of it.
                let aside = LogPurge.QuarantinedText(
                    text: refused?.text ?? "", category: refused?.category ?? "",
                    seconds: try row.decode(Double.self, forColumn: "timestamp"))
                return purge.means(aside) ? try row.decode(String.self, forColumn: "id") : nil
            }
    }
}
