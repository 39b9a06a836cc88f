public import FoundationEssentials

/// A contact. If the server has the contact, the id is the server's id. A contact that exists only in this
/// store (a local contact) has a negative id.
public struct Contact: Sendable, Hashable, Identifiable {
    /// The server's id; negative if the server does not have the contact.
    public var id: Int32
    /// The name of the contact.
    public var name: String
    /// `true` if the contact was archived or deleted on the server. Calls with such a contact are kept but
    /// not sent.
    public var isArchived = false
    /// The time of the newest call; `nil` if there is none.
    public var lastCalled: Date?
    /// The number of calls with the contact.
    public var calls = 0
}
