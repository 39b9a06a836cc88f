/// A call as it leaves one store and comes into another: everything that stands of it.
public struct CallRecord: Sendable, Hashable {
    /// The call. One that is being sent counts as pending.
    public var call: CallLogEntity
    /// Whom it was with.
    public var contact: String
    /// The words it is filed under.
    public var tags: [String]
    /// What belongs to it.
    public var attachments: [String]

    /// A record of these parts.
    public init(call: CallLogEntity, contact: String, tags: [String] = [], attachments: [String] = []) {
        self.call = call
        self.contact = contact
        self.tags = tags
        self.attachments = attachments
    }
}
