import GRDB

extension Store {
    /// Moves the write-ahead log into the database file when it has become large: for whoever writes without a
    /// ``Journal``, after a transaction. One that has to wait for others is left to the next time.
    ///
    /// - Parameter pages: From how many pages on.
    /// - Throws: ``StoreError``.
    public func checkpointIfLarge(pages: Int = 4096) async throws {
        guard lock != nil, walPages >= pages else { return }
        do {
            try await writer.writeWithoutTransaction { try self.checkpoint($0, patience: .seconds(1)) }
        } catch {
            let error = distrusting(error)
            guard (error as? StoreError)?.code == .busy else { throw error }
        }
    }
}
