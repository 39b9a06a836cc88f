public import FoundationEssentials

/// A person with whom calls are recorded. A contact that exists only in this store, and not on the server, is
/// a local contact.
public struct Contact: Sendable, Hashable, Identifiable {
    /// The id of the contact on the server. A local contact has a negative id.
    public var id: Int32
    /// The name of the contact.
    public var name: String
    /// `true` if the contact was archived or deleted on the server. Calls with such a contact are kept but
    /// not sent.
    public var isArchived = false
    /// The time of the newest call with the contact, or `nil` if there is no call.
    public var lastCalled: Date?
    /// The number of calls with the contact.
    public var calls = 0
}
