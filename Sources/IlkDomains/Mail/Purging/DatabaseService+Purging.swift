import Foundation
import GRDB
import IlkStore

extension DatabaseService {
    /// How many messages a purge takes in one transaction.
    private static let purgedAtOnce = 500

    /// Takes messages out, so that no byte of them is left in the store's files.
    ///
    /// It goes in bounded steps, and others write meanwhile. What was purged before it was interrupted is gone; the next
    /// purge, or ``finishPurge(progress:)``, goes on where it was. Copies and exports are not reached.
    ///
    /// - Parameter progress: Called after each step with how many have gone. What it throws interrupts the purge.
    /// - Returns: How many messages went, by a purge that was interrupted and by this one.
    /// - Throws: `SearchProblem`, ``DomainError/purgeHeldUp(path:)`` when another program reads what was, `StoreError`.
    @discardableResult
    public func purge(_ purge: MailPurge, progress: (Int) throws -> Void = { _ in }) async throws -> Int {
        _ = try purge.asked()
        try await store.verify()
        let before = try await endPurge(progress)
        try await store.write { database in
            try MailSchema.erasure.begin(purge, in: database)
        }
        return try await before + endPurge { try progress(before + $0) }
    }

    /// Whether a purge was interrupted.
    ///
    /// - Throws: `StoreError`.
    public func isPurgeUnfinished() async throws -> Bool {
        try await MailSchema.erasure.isUnfinished(in: store)
    }

    /// Ends a purge that was interrupted; does nothing when there is none.
    ///
    /// - Throws: As ``purge(_:progress:)``.
    @discardableResult
    public func finishPurge(progress: (Int) throws -> Void = { _ in }) async throws -> Int {
        if try await isPurgeUnfinished() { try await store.verify() }
        return try await endPurge(progress)
    }

    private func endPurge(_ progress: (Int) throws -> Void) async throws -> Int {
        try await MailSchema.erasure.finish(
            in: store,
            taking: { (database, purge: MailPurge, _) in
                try Self.step(purge, in: database)
            }, progress: progress)
    }

    private static func step(_ purge: MailPurge, in database: Database) throws -> (last: Int64?, report: Int)
    {
        let account = try purge.account.map { try AccountRepository.row(of: $0, in: database) }
        let rows: [Int64]
        if let query = try purge.asked() {
            let (sql, arguments) = MailQuerySQL(query.query).statement(account: account, before: nil)
            rows = try Int64.fetchAll(database, sql: sql, arguments: arguments + [purgedAtOnce])
        } else {
            rows = try Int64.fetchAll(
                database, sql: "SELECT row FROM email WHERE ?1 IS NULL OR account = ?1 LIMIT ?2",
                arguments: [account, purgedAtOnce])
        }
        let writer = try EmailWriter(database)
        for row in rows { try writer.remove(row: row) }
        try writer.finish()
        for table in ["email", "emailThread", "label", "emailLabel", "account"] {
            try database.notifyChanges(in: Table(table))
        }
        if let last = rows.last { return (last, rows.count) }
        // What goes with the last of them: names of files that were read, and all else when all went.
        if purge.query == nil, account == nil {
            let others = [
                "mailImport", "mailQuarantine", "emailProvenance", "syncState", "label", "emailThread",
                "emailReference",
                "account",
            ]
            for table in others {
                try database.execute(sql: "DELETE FROM \(table)")
            }
        }
        return (nil, 0)
    }

    /// Copies the store into a new file, whole and without stopping anybody.
    ///
    /// - Throws: `StoreError`.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try store.backUp(to: path, replacing: replacing)
    }

    /// Checks that all rows that were written are there and unchanged.
    ///
    /// - Throws: `StoreError` with the code `damaged`, which names the first range of rows that is not whole.
    /// - Complexity: A pass over the tables and their indexes.
    public func verify() async throws { try await store.verify() }

    /// What is wrong with the file, in a sentence; nil when it is sound.
    ///
    /// - Parameter thorough: Whether indexes are held against their tables too, and the kept counts against a recount
    ///   (``MailAudit``), which takes several times as long.
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in the file's size.
    public func fault(thorough: Bool = false) async throws -> String? {
        try await store.fault(
            thorough: thorough,
            counts: { database in
                try MailAudit(database).drifts.isEmpty ? nil : "the kept counts are not those of the messages"
            })
    }

    /// How many steps of the schema's history the file has seen, and how many this program knows.
    ///
    /// - Throws: `StoreError`.
    public func schemaVersion() async throws -> (file: Int, program: Int) {
        try await store.schemaVersion(of: MailSchema.schema)
    }

    /// Brings a copy back in the place of a store that nobody has open.
    ///
    /// - Throws: `StoreError`.
    public static func restore(_ backup: String, to path: String) throws {
        try Store.restore(backup, to: path, schema: MailSchema.schema)
    }
}
