public import FoundationEssentials

/// An address that mail is kept for.
public struct Account: Codable, Sendable, Hashable, Identifiable {
    /// The key.
    public var id: UUID
    /// The address; one account has it, whatever its case.
    public var email: String
    /// What people call it.
    public var displayName: String
    /// Whether it takes part in synchronisation.
    public var isEnabled: Bool
    /// When it was last synchronised; nil when never.
    public var lastSyncDate: Date?

    /// An account of these parts.
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
