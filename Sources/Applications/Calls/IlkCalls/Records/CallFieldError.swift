import IlkVocabulary

/// A validation error of one field of a call.
public struct CallFieldError: Sendable, Hashable, Error {
    /// The fields that are validated.
    public enum Field: String, Sendable, CaseIterable {
        case contact, calledAt, duration, emotionalState, notes, tags, attachments
        /// Fields that only imported calls have.
        case id, contactId, createdAt, updatedAt, lastSyncAttempt, serverUpdatedAt
    }

    /// The invalid field.
    public var field: Field
    /// The message without a full stop, such as `must be from 1 to 10 minutes`. The message never quotes the
    /// user's input.
    public var message: String

    /// The error for a text that is not the name of an emotion. The message lists the valid names.
    package static let unknownEmotion = CallFieldError(
        field: .emotionalState,
        message: "must be one of " + EmotionalState.allCases.map(\.rawValue).joined(separator: ", "))

    /// Returns the error for a time that the store cannot represent.
    static func impossibleTime(_ field: Field) -> CallFieldError {
        CallFieldError(field: field, message: "must be between the years 1691 and 2248")
    }

    package init(field: Field, message: String) {
        self.field = field
        self.message = message
    }
}
