public import FoundationEssentials
public import IlkVocabulary

/// A call in the server's data model.
public struct CallLog: Codable, Identifiable, Sendable, Hashable {
    /// The server's id of the call.
    public var id: Int
    /// The server's id of the contact.
    public var contactId: Int
    /// The start time of the call.
    public var calledAt: Date
    /// The duration in minutes; `nil` if it was not recorded.
    public var duration: Int?
    /// The emotion of the call; `nil` if it was not recorded.
    public var emotionalState: EmotionalState?
    /// Free text about the call.
    public var notes: String?
    /// The time when the server created the call.
    public var createdAt: Date
    /// The time of the server's last change.
    public var updatedAt: Date

    /// Creates a call from a row of the store.
    ///
    /// - Parameter entity: The row.
    public init(_ entity: CallLogEntity) {
        id = Int(entity.id)
        contactId = Int(entity.contactId)
        calledAt = entity.calledAt
        duration = entity.duration > 0 ? Int(entity.duration) : nil
        emotionalState = entity.emotion
        notes = entity.notes
        createdAt = entity.createdAt
        updatedAt = entity.updatedAt
    }
}
