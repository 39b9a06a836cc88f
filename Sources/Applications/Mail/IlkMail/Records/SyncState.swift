public import FoundationEssentials

/// The synchronization state of an account.
public struct SyncState: Codable, Sendable, Hashable {
    /// The key of the account.
    public var accountId: UUID
    /// The history id of the last synchronized change, a decimal integer; `nil` before the first full
    /// synchronization.
    public var historyId: String?
    /// The time of the last full synchronization, or `nil` if there was no full synchronization.
    public var lastFullSyncDate: Date?
    /// The time of the last incremental synchronization, or `nil` if there was no such synchronization.
    public var lastIncrementalSyncDate: Date?

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - accountId: The key of the account.
    ///   - historyId: The history id of the last synchronized change, a decimal integer.
    ///   - lastFullSyncDate: The time of the last full synchronization.
    ///   - lastIncrementalSyncDate: The time of the last incremental synchronization.
    public init(
        accountId: UUID, historyId: String? = nil, lastFullSyncDate: Date? = nil,
        lastIncrementalSyncDate: Date? = nil
    ) {
        self.accountId = accountId
        self.historyId = historyId
        self.lastFullSyncDate = lastFullSyncDate
        self.lastIncrementalSyncDate = lastIncrementalSyncDate
    }
}
