public import IlkLog
public import IlkSync
import IlkVocabulary

/// Syncs the entries and corrections of a log as events, which never change.
extension ClassificationLogStore: ChangeTrackingStore {
    /// The name of the store, `log`.
    public var name: String { "log" }

    /// The collections of entries and of corrections.
    public var collections: Set<String> { mapping.collections }

    private var mapping: LogSyncMapping { LogSyncMapping(taxonomy) }

    /// Returns the local changes after a mark.
    ///
    /// - Parameters:
    ///   - mark: The mark that the previous call returned, or `nil` to start.
    ///   - limit: The maximum number of changes. At most 500 are returned.
    /// - Returns: The changes, and the mark after them.
    /// - Throws: `StoreError`, or `EncodingError` if a number is not representable in JSON.
    public func writes(
        after mark: String?, limit: Int
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        try await writes(after: mark, limit: limit, as: mapping)
    }

    /// Returns the local changes after a mark, in the collections of a label set.
    ///
    /// - Parameters:
    ///   - mark: The mark that the previous call returned, or `nil` to start.
    ///   - limit: The maximum number of changes. At most 500 are returned.
    ///   - mapping: The mapping for the log's label set.
    /// - Returns: The changes, and the mark after them.
    /// - Throws: `StoreError`, or `EncodingError` if a number is not representable in JSON.
    public func writes(
        after mark: String?, limit: Int, as mapping: LogSyncMapping
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        // Texts are up to a thousand times as long as other records, so use smaller batches.
        let new = try await changes(after: mark, limit: min(limit, 500))
        return (try new.changes.map(mapping.write), new.mark)
    }

    /// Applies changes from other devices.
    ///
    /// - Parameter news: The changes, in order of arrival.
    /// - Throws: `StoreError`, or the error of a purge.
    public func apply(_ news: [RemoteChange]) async throws {
        try await apply(news, as: mapping, purging: nil)
    }

    /// Applies changes from other devices, with a custom purge for erased entries.
    ///
    /// - Parameters:
    ///   - news: The changes, in order of arrival.
    ///   - mapping: The mapping for the log's label set.
    ///   - purging: Purges entries that were erased elsewhere. `nil` uses the store's purge.
    /// - Throws: `StoreError`, or the error of `purging`.
    public func apply(
        _ news: [RemoteChange], as mapping: LogSyncMapping, purging: ((LogPurge) async throws -> Void)?
    ) async throws {
        try await merge(
            news.compactMap { $0.record.flatMap(mapping.change) },
            erasing: news.compactMap(\.erased?.recordID),
            purging: purging)
    }
}

extension ClassificationLogStore: DeferringStore {
    /// Returns the keys of deferred records whose labels the log has now, in ascending order.
    ///
    /// - Parameters:
    ///   - key: The last key of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of keys.
    /// - Throws: `StoreError`.
    public func applicableKeys(after key: SyncKey?, limit: Int) async throws -> [SyncKey] {
        try await applicableRecords(after: key?.recordID, limit: limit).map { SyncKey($0) }
    }

    /// Returns the number of deferred records, and the labels that the log lacks.
    ///
    /// - Throws: `StoreError`.
    public func deferred() async throws -> DeferredRecords {
        let (count, labels) = try await deferredRecords()
        return DeferredRecords(count: count, labels: labels.map(\.rawValue))
    }
}
