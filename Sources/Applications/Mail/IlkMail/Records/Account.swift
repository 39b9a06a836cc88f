public import FoundationEssentials

/// A mail account, identified by its address.
public struct Account: Codable, Sendable, Hashable, Identifiable {
    /// The account's key.
    public var id: UUID
    /// The mail address, unique in the store regardless of case.
    public var email: String
    /// The name shown to people.
    public var displayName: String
    /// `true` if the account is synchronized.
    public var isEnabled: Bool
    /// The time of the last synchronization, or `nil` if there was none.
    public var lastSyncDate: Date?

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The account's key.
    ///   - email: The mail address.
    ///   - displayName: The name shown to people.
    ///   - isEnabled: `true` if the account is synchronized.
    ///   - lastSyncDate: The time of the last synchronization, or `nil` if there was none.
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
