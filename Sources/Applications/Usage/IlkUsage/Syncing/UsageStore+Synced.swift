import FoundationEssentials
import IlkStore
public import IlkSync
import IlkVocabulary

/// Sync of usage records. Events are added or deleted, but never changed; for devices, caregivers and session
/// notes, the last write wins.
extension UsageStore: ChangeTrackingStore {
    /// The name of this store, `usage`.
    public var name: String { "usage" }

    /// The names of all cases of ``UsagePayload/Collection``.
    public var collections: Set<String> { Set(UsagePayload.Collection.allCases.map(\.rawValue)) }

    /// Returns the changes of this store since the previous call, and a mark for the next call.
    ///
    /// - Parameters:
    ///   - mark: The mark that the previous call returned; `nil` for all records.
    ///   - limit: The maximum number of changes.
    /// - Throws: `StoreError` if the database fails.
    public func writes(
        after mark: String?, limit: Int
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        let new = try await changes(after: mark, limit: limit)
        let writes = new.changes.map { change in
            switch change {
            case .written(let payload): UsageSyncMapping.write(payload)
            case .erased(let key): LocalWrite.delete(key: SyncKey(key))
            }
        }
        return (writes, new.mark)
    }

    /// Applies changes of other devices.
    ///
    /// - Parameter news: The changes.
    /// - Throws: `StoreError` if the database fails.
    public func apply(_ news: [RemoteChange]) async throws {
        try await applyChanges(
            news.compactMap { $0.record.flatMap(UsageSyncMapping.payload) },
            erasing: news.compactMap(\.erased?.recordID), at: now)
    }
}
