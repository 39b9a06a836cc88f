public import FoundationEssentials

/// How far an account is synchronised.
public struct SyncState: Codable, Sendable, Hashable {
    /// The account.
    public var accountId: UUID
    /// Up to which change, a whole number in decimal; nil before the first full synchronisation.
    public var historyId: String?
    /// When everything was last fetched; nil when never.
    public var lastFullSyncDate: Date?
    /// When changes were last fetched; nil when never.
    public var lastIncrementalSyncDate: Date?

    /// A state of these parts.
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
