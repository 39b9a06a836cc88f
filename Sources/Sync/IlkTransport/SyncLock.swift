package import IlkStore
import IlkVocabulary

/// The outcome of a sync.
public enum SyncOutcome: Hashable, Sendable {
    /// The device and the server have the same records, except for records that the server rejects.
    case inSync
    /// The server does not accept the token. No data is lost.
    case unauthorized
    /// Too many consecutive requests failed.
    case unreachable
}

/// The exclusive right to sync a store, across processes.
package enum SyncLock {
    /// Acquires the right to sync a store.
    ///
    /// - Parameters:
    ///   - lock: The lock of the store, or `nil` for a store in memory.
    ///   - what: The name of the data in messages, such as `these calls`.
    /// - Returns: The lock. The caller keeps it until the sync ends.
    /// - Throws: `IlkError` with `tryLater` if another program is syncing the store, or `StoreError`.
    package static func acquire(_ lock: StoreLock?, of what: String) throws -> StoreLock.Held? {
        do {
            return try lock?.heldLock(timeout: .milliseconds(200))
        } catch let error as StoreError where error.code == .busy {
            let holder = lock?.lastHolder.map { " (\($0))" } ?? ""
            throw IlkError(
                .tryLater, "another program is syncing \(what)\(holder)",
                hint: "try again after its sync has ended")
        }
    }
}
