/// A complete call for export and import, with its contact, tags and attachments.
public struct CallRecord: Sendable, Hashable {
    /// The call. A call that is being sent is exported as pending.
    public var call: CallLogEntity
    /// The name of the contact.
    public var contact: String
    /// The tags of the call.
    public var tags: [String]
    /// The attachments of the call.
    public var attachments: [String]

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - contact: The name of the contact.
    ///   - tags: The tags of the call.
    ///   - attachments: The attachments of the call.
    public init(call: CallLogEntity, contact: String, tags: [String] = [], attachments: [String] = []) {
        self.call = call
        self.contact = contact
        self.tags = tags
        self.attachments = attachments
    }
}
