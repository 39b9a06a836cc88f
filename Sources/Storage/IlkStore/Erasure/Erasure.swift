import Foundation
package import GRDB

/// The erasure of rows from a store, so that no byte of their texts is left in its files. The erasure is a
/// job that is stored in the database. It runs in bounded steps, between which others can write, and resumes
/// after an interruption.
///
/// The job has three stages. It erases the rows and the rows that depend on them, then their terms in the
/// search index, and then copies of their content in unallocated space of the file's pages. The record store
/// defines the criteria that select the rows. The criteria are stored as text and are erased in the first
/// stage.
public struct Erasure: Sendable {
    /// The name of the table that stores the job. ``tableSQL`` creates the table.
    public let job: String
    /// The names of the search indexes to rewrite, which are contentless FTS5 tables.
    public let indexes: [String]
    /// The name of the table whose rows are erased.
    public let rows: String

    /// The number of pages cleaned each time the lock is held.
    static let pagesAtOnce = 8192
    static let mergedPages = 500

    /// Creates an erasure. The names become part of SQL statements, so they must never come from a user.
    ///
    /// - Parameters:
    ///   - job: The name of the table that stores the job.
    ///   - indexes: The names of the search indexes to rewrite.
    ///   - rows: The name of the table whose rows are erased.
    public init(job: String, indexes: [String], rows: String) {
        self.job = job
        self.indexes = indexes
        self.rows = rows
    }

    /// The SQL that creates the table of the job, for a migration.
    public var tableSQL: String {
        """
        CREATE TABLE \(job) (
            id INTEGER PRIMARY KEY CHECK(id = 1),
            criteria TEXT NOT NULL,
            stage INTEGER NOT NULL CHECK(stage IN (0, 1, 2)),
            nextPage INTEGER NOT NULL
        ) STRICT;
        """
    }

    /// Begins a job. The previous job must be finished.
    ///
    /// - Parameter criteria: The selection of rows. The criteria are erased with the rows.
    /// - Throws: `DatabaseError`, and errors of encoding.
    func begin(_ criteria: some PurgeCriteria, in database: Database) throws {
        let text = String(decoding: try JSONEncoder().encode(criteria), as: UTF8.self)
        try database.execute(sql: "INSERT INTO \(job) VALUES (1, ?, 0, 0)", arguments: [text])
    }

    /// Returns the criteria of the unfinished job, or `nil` if there is no job or its rows are already
    /// erased.
    ///
    /// - Throws: `DatabaseError`, and errors of decoding.
    package func criteria<Purge: PurgeCriteria>(_ database: Database) throws -> Purge? {
        try String.fetchOne(database, sql: "SELECT criteria FROM \(job) WHERE stage = 0")
            .map { try JSONDecoder().decode(Purge.self, from: Data($0.utf8)) }
    }

    /// Runs the unfinished job of the database to its end, if there is one.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - take: Erases the next rows, in a separate transaction, given the criteria and the last erased row.
    ///     Returns the last row that it erased, or `nil` if none was left, and the counts to report.
    ///   - note: Called with the report of each step. If it throws, the job is interrupted.
    /// - Returns: `false` if a reader still needs the write-ahead log. In this case, call the method again
    ///   after the reader has ended.
    /// - Throws: ``StoreError``, or errors of `note`.
    /// - Complexity: A pass over the erased rows, the search index and the file.
    func finish<Purge: PurgeCriteria>(
        in store: Store,
        taking take:
            @escaping @Sendable (Database, Purge, Int64) throws -> (last: Int64?, report: PurgeReport),
        noting note: (PurgeReport) throws -> Void
    ) async throws -> Bool {
        guard let stage = try await stage(in: store) else { return true }
        if stage == 0 {
            var after = Int64.min
            while true {
                let start = after
                let (last, report) = try await store.write {
                    try self.step(after: start, taking: take, in: $0)
                }
                try await store.checkpointIfLarge()
                try note(report)
                guard let last else { break }
                after = last
            }
        }
        try await rewriteIndexes(in: store) { try note(PurgeReport()) }
        return try await cleanPages(in: store) { try note(PurgeReport()) }
    }

    /// Returns the stage of the job in the database, or `nil` if there is none.
    ///
    /// - Throws: ``StoreError``.
    func stage(in store: Store) async throws -> Int? {
        try await store.read { try Int.fetchOne($0, sql: "SELECT stage FROM \(job)") }
    }

    private func step<Purge: PurgeCriteria>(
        after: Int64, taking take: (Database, Purge, Int64) throws -> (last: Int64?, report: PurgeReport),
        in database: Database
    ) throws -> (last: Int64?, report: PurgeReport) {
        guard let purge: Purge = try criteria(database) else { return (nil, PurgeReport()) }
        let result = try take(database, purge, after)
        // The criteria may contain a user's text too.
        if result.last == nil { try database.execute(sql: "UPDATE \(job) SET criteria = '', stage = 1") }
        return result
    }

    /// Rewrites the search indexes without the terms of erased rows.
    private func rewriteIndexes(in store: Store, _ note: () throws -> Void) async throws {
        guard try await stage(in: store) == 1 else { return }
        for index in indexes {
            var pages = -Self.mergedPages
            while true {
                let budget = pages
                pages = Self.mergedPages
                let hasMore = try await store.write { try self.merge(index, budget, in: $0) }
                try await store.checkpointIfLarge()
                try note()
                if !hasMore { break }
            }
        }
        try await store.write { try $0.execute(sql: "UPDATE \(job) SET stage = 2") }
    }

    /// Runs one step of merging a search index into one segment without deleted terms. FTS5 starts a full
    /// merge if the number of pages is negative, and continues it if the number is positive.
    ///
    /// - Returns: `true` if there is more to do.
    private func merge(_ index: String, _ pages: Int, in database: Database) throws -> Bool {
        let isEmpty = try Int64.fetchOne(database, sql: "SELECT 1 FROM \(rows) LIMIT 1") == nil
        if isEmpty {
            try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
            return false
        }
        let before = database.totalChangesCount
        try database.execute(
            sql: "INSERT INTO \(index) (\(index), rank) VALUES ('merge', ?)", arguments: [pages])
        // The command itself counts as one change. A merge adds more.
        return database.totalChangesCount - before > 1
    }

    private func cleanPages(in store: Store, _ note: () throws -> Void) async throws -> Bool {
        var next = try await store.read { try Int.fetchOne($0, sql: "SELECT nextPage FROM \(job)") ?? 0 }
        while true {
            let end = next + Self.pagesAtOnce
            let erasing = try await store.erase(pages: next..<end) {
                try $0.execute(sql: "UPDATE \(job) SET nextPage = ?", arguments: [end])
            }
            try note()
            if erasing == .heldUp { return false }
            if erasing == .done { break }
            next = end
        }
        try await store.write { try $0.execute(sql: "DELETE FROM \(job)") }
        return true
    }
}
