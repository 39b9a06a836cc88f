public import FoundationEssentials
public import IlkVocabulary

/// A call in the data model of the server.
public struct CallLog: Codable, Identifiable, Sendable, Hashable {
    /// The id of the call on the server.
    public var id: Int
    /// The id of the contact on the server.
    public var contactId: Int
    /// The start time of the call.
    public var calledAt: Date
    /// The duration in minutes, or `nil` if no duration was recorded.
    public var duration: Int?
    /// The emotion of the call, or `nil` if no emotion was recorded.
    public var emotionalState: EmotionalState?
    /// Free text about the call.
    public var notes: String?
    /// The time at which the server created the call.
    public var createdAt: Date
    /// The time of the last change of the call on the server.
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
