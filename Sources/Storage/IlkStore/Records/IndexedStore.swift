public import GRDB

/// A store whose search index is written after its rows, in bounded steps.
public protocol IndexedStore: StoreFile {
    /// `true` if there are rows that the index does not have.
    static func isIndexBehind(_ database: Database) throws -> Bool
    /// Adds the next rows to the index.
    ///
    /// - Returns: `true` if there may be more.
    static func indexStep(_ database: Database) throws -> Bool
}

extension IndexedStore {
    /// `true` if there are rows that a search does not find yet.
    ///
    /// - Throws: ``StoreError``.
    public func isIndexBehind() async throws -> Bool {
        try await store.read { try Self.isIndexBehind($0) }
    }

    /// Brings the search index up to date, in steps between which others can write. Does nothing if the file is open for
    /// reading only.
    ///
    /// - Parameter progress: Called after each step with the number of steps done. If it throws, the steps done stay.
    /// - Throws: ``StoreError``, and what `progress` throws.
    public func catchUp(progress: (Int) throws -> Void = { _ in }) async throws {
        guard store.isWritable, try await isIndexBehind() else { return }
        var steps = 0
        while try await store.write({ try Self.indexStep($0) }) {
            try await store.checkpointIfLarge()
            steps += 1
            try progress(steps)
        }
    }
}
