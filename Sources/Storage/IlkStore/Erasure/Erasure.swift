import Foundation
package import GRDB

/// Takes rows out of a store so that no byte of their texts is left in its files: a job that stands in the database, goes
/// in bounded steps while others write, and is gone on with after an interruption.
///
/// Three stages: the rows and what hangs on them, the words in the search index, the pages of the file. What rows are
/// meant is the domain's to say, as a text of its own that goes with the first stage.
public struct Erasure: Sendable {
    /// The table in which the job stands, as ``tableSQL`` makes it.
    public let job: String
    /// The search indexes that are written anew: FTS5 tables without content.
    public let indexes: [String]
    /// The table whose rows go.
    public let rows: String

    /// How many pages are cleaned while the lock is held.
    static let pagesAtOnce = 8192
    /// How much of the index is merged in a step.
    static let mergedPages = 500

    /// A job of these tables. Their names are the program's, never a user's.
    public init(job: String, indexes: [String], rows: String) {
        self.job = job
        self.indexes = indexes
        self.rows = rows
    }

    /// The table of a job: for a migration.
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

    /// Begins a job. No other may be unfinished.
    ///
    /// - Parameter criteria: The choice of rows, which is erased with them.
    /// - Throws: Errors of SQLite, and of encoding.
    func begin(_ criteria: some PurgeCriteria, in database: Database) throws {
        let text = String(decoding: try JSONEncoder().encode(criteria), as: UTF8.self)
        try database.execute(sql: "INSERT INTO \(job) VALUES (1, ?, 0, 0)", arguments: [text])
    }

    /// The criteria of a job whose rows are not all gone; `nil` if there is none.
    ///
    /// - Throws: Errors of SQLite, and of decoding.
    package func criteria<Purge: PurgeCriteria>(_ database: Database) throws -> Purge? {
        try String.fetchOne(database, sql: "SELECT criteria FROM \(job) WHERE stage = 0")
            .map { try JSONDecoder().decode(Purge.self, from: Data($0.utf8)) }
    }

    /// Ends the job that stands in the database; does nothing when there is none.
    ///
    /// - Parameters:
    ///   - store: Where.
    ///   - take: Takes the next rows, in a transaction of its own: what the criteria are, and the last row that was
    ///     taken; it returns the last one now, nil when there was none left, and what it has to report.
    ///   - note: Called with the report of each step. If it throws, the job is interrupted.
    /// - Returns: False when a reader holds what was in the write-ahead log: call it again when that has ended.
    /// - Throws: ``StoreError``, or what `note` throws.
    /// - Complexity: A pass over the search index and the file, besides what goes.
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
        try await forgetWords(in: store) { try note(PurgeReport()) }
        return try await cleanPages(in: store) { try note(PurgeReport()) }
    }

    /// The stage of the job that stands in the database; `nil` if there is none.
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
        // What was looked for is somebody's text too.
        if result.last == nil { try database.execute(sql: "UPDATE \(job) SET criteria = '', stage = 1") }
        return result
    }

    /// Writes the search indexes anew without what went.
    private func forgetWords(in store: Store, _ note: () throws -> Void) async throws {
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

    /// Merges so many pages of a search index into one piece in which nothing is left of deleted words; a negative
    /// number begins that.
    ///
    /// - Returns: Whether there is more to do.
    private func merge(_ index: String, _ pages: Int, in database: Database) throws -> Bool {
        let isEmpty = try Int64.fetchOne(database, sql: "SELECT 1 FROM \(rows) LIMIT 1") == nil
        if isEmpty {
            try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
            return false
        }
        let before = database.totalChangesCount
        try database.execute(
            sql: "INSERT INTO \(index) (\(index), rank) VALUES ('merge', ?)", arguments: [pages])
        // The command itself counts as one change; what merges changes more.
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
