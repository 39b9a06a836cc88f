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

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - id: The server's id of the call.
    ///   - contactId: The server's id of the contact.
    ///   - calledAt: The start time of the call.
    ///   - duration: The duration in minutes; `nil` if it was not recorded.
    ///   - emotionalState: The emotion of the call.
    ///   - notes: Free text about the call.
    ///   - createdAt: The time when the server created the call.
    ///   - updatedAt: The time of the server's last change.
    public init(
        id: Int, contactId: Int, calledAt: Date, duration: Int? = nil, emotionalState: EmotionalState? = nil,
        notes: String? = nil, createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.contactId = contactId
        self.calledAt = calledAt
        self.duration = duration
        self.emotionalState = emotionalState
        self.notes = notes
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// Creates a call from a row of the store.
    ///
    /// - Parameter entity: The row.
    public init(_ entity: CallLogEntity) {
        self.init(
            id: Int(entity.id), contactId: Int(entity.contactId), calledAt: entity.calledAt,
            duration: entity.duration > 0 ? Int(entity.duration) : nil, emotionalState: entity.emotion,
            notes: entity.notes, createdAt: entity.createdAt, updatedAt: entity.updatedAt)
    }
}
