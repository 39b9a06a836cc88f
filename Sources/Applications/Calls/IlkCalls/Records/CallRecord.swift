public import IlkStore

/// A complete call for export and import, with its contact, tags, attachments and corrections.
public struct CallRecord: Sendable, Hashable {
    /// The call. A call with the status syncing is exported as pending.
    public var call: CallLogEntity
    /// The name of the contact.
    public var contact: String
    /// The tags of the call.
    public var tags: [String]
    /// The attachments of the call.
    public var attachments: [String]
    /// All corrections of the emotion, oldest first.
    public var corrections: [RecordCorrection]
    /// The emotion that a corrected call had before its first correction. `nil` if the call had no emotion
    /// then, or if the call is not corrected.
    public var givenEmotionalState: String?

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - contact: The name of the contact.
    ///   - tags: The tags of the call.
    ///   - attachments: The attachments of the call.
    ///   - corrections: All corrections of the emotion, oldest first.
    ///   - givenEmotionalState: The emotion that a corrected call had before its first correction.
    public init(
        call: CallLogEntity, contact: String, tags: [String] = [], attachments: [String] = [],
        corrections: [RecordCorrection] = [], givenEmotionalState: String? = nil
    ) {
        self.call = call
        self.contact = contact
        self.tags = tags
        self.attachments = attachments
        self.corrections = corrections
        self.givenEmotionalState = givenEmotionalState
    }
}
