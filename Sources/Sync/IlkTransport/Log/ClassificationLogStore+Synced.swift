public import IlkLog
public import IlkSync
import IlkVocabulary

/// A log is synced where that was switched on: entries and corrections as a set.
extension ClassificationLogStore: SyncedStore {
    /// `log`.
    public var name: String { "log" }

    /// The two of ``LogSyncMapping``.
    public var collections: Set<String> { [mapping.entries, mapping.corrections] }

    private var mapping: LogSyncMapping { LogSyncMapping(taxonomy) }

    /// What was written here since a mark.
    ///
    /// - Throws: `StoreError`.
    public func writes(
        after mark: String?, limit: Int
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        // A text may be a thousand times as long as a tap: what is passed on at once stays small.
        let new = try await changes(after: mark, limit: min(limit, 500))
        return (try new.changes.map(mapping.write), new.mark)
    }

    /// Takes what came from elsewhere.
    ///
    /// - Throws: `StoreError`, and what a purge throws.
    public func take(_ news: [ReplicaNews]) async throws { try await take(news, purging: nil) }

    /// The same, by a purge of one's own where entries were erased elsewhere.
    ///
    /// - Throws: `StoreError`, and what `purging` throws.
    public func take(
        _ news: [ReplicaNews], purging: ((LogPurge) async throws -> Void)?
    ) async throws {
        let mapping = mapping
        try await take(
            news.compactMap { $0.record.flatMap(mapping.change) },
            erasing: news.compactMap(\.erased?.recordID),
            purging: purging)
    }
}
