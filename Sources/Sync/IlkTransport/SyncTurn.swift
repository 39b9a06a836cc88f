package import IlkStore
import IlkVocabulary

/// How a sync ended.
public enum SyncEnding: Hashable, Sendable {
    /// Both sides have the same, but for what the server refuses.
    case inSync
    /// The server does not accept the token. Nothing is lost.
    case frozen
    /// There was no answer that could be used, so often in a row.
    case unreachable
}

/// The right to sync a store. One program at a time has it, over all processes.
package enum SyncTurn {
    /// Acquires the right to sync a store.
    ///
    /// - Parameters:
    ///   - lock: The store's; nil when it is in memory.
    ///   - what: What is synced, for people, as `these calls`.
    /// - Returns: To be kept until the sync has ended.
    /// - Throws: `IlkError` with `tryLater` when another program has it, `StoreError`.
    package static func acquire(_ lock: StoreLock?, of what: String) throws -> StoreLock.Held? {
        do {
            return try lock?.held(patience: .milliseconds(200))
        } catch let error as StoreError where error.code == .busy {
            let holder = lock?.lastHolder.map { " (\($0))" } ?? ""
            throw IlkError(
                .tryLater, "another program is syncing \(what)\(holder)", hint: "let it end, then try again")
        }
    }
}
