import IlkStore

/// Whose turn it is to sync a store: at a moment one program does, over all processes.
enum SyncTurn {
    /// Takes the turn.
    ///
    /// - Parameters:
    ///   - lock: The store's; nil when it is in memory.
    ///   - what: What is synced, for people, as `these calls`.
    /// - Returns: To be kept until the sync has ended.
    /// - Throws: ``TransportError`` with `busy` when another program has it, `StoreError`.
    static func take(_ lock: StoreLock?, of what: String) throws -> StoreLock.Held? {
        do {
            return try lock?.held(patience: .milliseconds(200))
        } catch let error as StoreError where error.code == .busy {
            let holder = lock?.lastHolder.map { " (\($0))" } ?? ""
            throw TransportError(
                .busy, "another program is syncing \(what)\(holder)", hint: "let it end, then try again")
        }
    }
}
