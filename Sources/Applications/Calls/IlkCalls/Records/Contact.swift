public import FoundationEssentials

/// Somebody one has calls with: a server's contact, by its number, or one of this store only, with a number below 0.
public struct Contact: Sendable, Hashable, Identifiable {
    /// The server's number; below 0 when the server does not know the contact.
    public var id: Int32
    /// The name.
    public var name: String
    /// Whether the server has archived or deleted it: its calls are kept, and not sent.
    public var isArchived = false
    /// When the newest call was; nil when there is none.
    public var lastCalled: Date?
    /// How many calls there are.
    public var calls = 0
}
