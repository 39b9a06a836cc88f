public import FoundationEssentials

/// A contact. The id of a contact on the server is the server's id. The id of a local contact is below 0.
public struct Contact: Sendable, Hashable, Identifiable {
    /// The server's id; below 0 if the server does not have the contact.
    public var id: Int32
    /// The name of the contact.
    public var name: String
    /// `true` if the server has archived or deleted the contact. Its calls are kept but not sent.
    public var isArchived = false
    /// The time of the newest call; `nil` if there is none.
    public var lastCalled: Date?
    /// The number of calls with the contact.
    public var calls = 0
}
