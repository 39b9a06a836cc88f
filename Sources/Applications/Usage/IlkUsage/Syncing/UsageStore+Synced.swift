import FoundationEssentials
import IlkStore
public import IlkSync
import IlkVocabulary

/// Usage is synced: events as a set, what people say of things by the last word.
extension UsageStore: SyncedStore {
    /// `usage`.
    public var name: String { "usage" }

    /// The four of ``UsagePayload/Collection``.
    public var collections: Set<String> { Set(UsagePayload.Collection.allCases.map(\.rawValue)) }

    /// What was written here since a mark.
    ///
    /// - Throws: `StoreError`.
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

    /// Takes what came from elsewhere.
    ///
    /// - Throws: `StoreError`.
    public func take(_ news: [ReplicaNews]) async throws {
        try await take(
            news.compactMap { $0.record.flatMap(UsageSyncMapping.payload) },
            erasing: news.compactMap(\.erased?.recordID), at: now)
    }
}
