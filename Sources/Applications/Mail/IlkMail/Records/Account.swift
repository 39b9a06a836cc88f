public import FoundationEssentials

/// A mail account, identified by its address.
public struct Account: Codable, Sendable, Hashable, Identifiable {
    /// The key of the account.
    public var id: UUID
    /// The mail address of the account. The accounts of a store have different addresses, ignoring case.
    public var email: String
    /// The display name of the account.
    public var displayName: String
    /// `true` if the account is synchronized.
    public var isEnabled: Bool
    /// The time of the last synchronization, or `nil` if the account was never synchronized.
    public var lastSyncDate: Date?

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The key of the account.
    ///   - email: The mail address of the account.
    ///   - displayName: The display name of the account.
    ///   - isEnabled: `true` if the account is synchronized.
    ///   - lastSyncDate: The time of the last synchronization, or `nil` if the account was never
    ///     synchronized.
    public init(
        id: UUID = UUID(), email: String, displayName: String = "", isEnabled: Bool = true,
        lastSyncDate: Date? = nil
    ) {
        self.id = id
        self.email = email
        self.displayName = displayName
        self.isEnabled = isEnabled
        self.lastSyncDate = lastSyncDate
    }
}
