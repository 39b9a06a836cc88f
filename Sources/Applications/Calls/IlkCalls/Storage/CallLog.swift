public import FoundationEssentials
public import IlkVocabulary

/// A call as a server has it: the model of the wire.
public struct CallLog: Codable, Identifiable, Sendable, Hashable {
    /// The server's number.
    public var id: Int
    /// The contact's number on the server.
    public var contactId: Int
    /// When the call was.
    public var calledAt: Date
    /// In minutes; nil when it was not recorded.
    public var duration: Int?
    /// How it felt.
    public var emotionalState: EmotionalState?
    /// What was said.
    public var notes: String?
    /// When the server got it.
    public var createdAt: Date
    /// When the server changed it last.
    public var updatedAt: Date

    /// A call of these parts.
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

    /// The call as it stands in the store.
    public init(_ entity: CallLogEntity) {
        self.init(
            id: Int(entity.id), contactId: Int(entity.contactId), calledAt: entity.calledAt,
            duration: entity.duration > 0 ? Int(entity.duration) : nil, emotionalState: entity.emotion,
            notes: entity.notes, createdAt: entity.createdAt, updatedAt: entity.updatedAt)
    }
}
