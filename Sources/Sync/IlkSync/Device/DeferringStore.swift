/// A synced store that defers received records with labels that it does not have. The contents of deferred
/// records stay in the replica, and the store applies them when it has their labels.
public protocol DeferringStore: SyncedStore {
    /// Returns the keys of deferred records that the store can apply now, in ascending order.
    ///
    /// - Parameters:
    ///   - key: The last key of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of keys.
    /// - Throws: The error of the store.
    func applicableKeys(after key: SyncKey?, limit: Int) async throws -> [SyncKey]

    /// Returns the number of records that the store defers, and the labels that it lacks.
    ///
    /// - Throws: The error of the store.
    func deferred() async throws -> DeferredRecords
}

/// The received records that a store cannot apply yet, because it lacks one of their labels.
public struct DeferredRecords: Hashable, Sendable {
    /// The number of records.
    public var count = 0
    /// The labels that the store lacks, in ascending order.
    public var labels: [String] = []

    /// Creates a value for no records.
    public init() {}

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - count: The number of records.
    ///   - labels: The labels that the store lacks, in ascending order.
    public init(count: Int, labels: [String]) {
        self.count = count
        self.labels = labels
    }
}
