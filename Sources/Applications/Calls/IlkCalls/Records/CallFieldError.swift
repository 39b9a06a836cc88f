import IlkVocabulary

/// A validation error of one field of a call.
public struct CallFieldError: Sendable, Hashable, Error {
    /// The fields that are validated.
    public enum Field: String, Sendable, CaseIterable {
        case contact, calledAt, duration, emotionalState, notes, tags, attachments
    }

    /// The invalid field.
    public var field: Field
    /// The message without a full stop, such as `must be from 1 to 10 minutes`. The message never quotes the
    /// user's input.
    public var message: String

    /// The error of a text that is not an emotion. The message lists the emotions.
    package static let unknownEmotion = CallFieldError(
        field: .emotionalState,
        message: "must be one of " + EmotionalState.allCases.map(\.rawValue).joined(separator: ", "))

    package init(field: Field, message: String) {
        self.field = field
        self.message = message
    }
}
