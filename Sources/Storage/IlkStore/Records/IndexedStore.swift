public import GRDB

/// A store whose search index is updated after its rows, in bounded steps.
public protocol IndexedStore: StoreFile {
    /// Returns `true` if the search index does not contain all rows yet.
    ///
    /// - Parameter database: The connection to read.
    /// - Throws: `DatabaseError`.
    static func isIndexBehind(_ database: Database) throws -> Bool
    /// Adds the next rows to the index.
    ///
    /// - Parameter database: The writing connection, in a transaction.
    /// - Returns: `true` if there may be more rows to index.
    /// - Throws: `DatabaseError`.
    static func indexStep(_ database: Database) throws -> Bool
}

extension IndexedStore {
    /// Returns `true` if there are rows that a search does not find yet.
    ///
    /// - Throws: ``StoreError``.
    public func isIndexBehind() async throws -> Bool {
        try await store.read { try Self.isIndexBehind($0) }
    }

    /// Updates the search index, in steps between which others can write. Does nothing if the file is open
    /// for reading only.
    ///
    /// - Parameter progress: Called after each step except the last, with the number of finished steps. If it
    ///   throws, the finished steps are kept.
    /// - Throws: ``StoreError``, and errors of `progress`.
    public func updateIndex(progress: (Int) throws -> Void = { _ in }) async throws {
        guard store.isWritable, try await isIndexBehind() else { return }
        var steps = 0
        while try await store.write({ try Self.indexStep($0) }) {
            try await store.checkpointIfLarge()
            steps += 1
            try progress(steps)
        }
    }
}
