/// What is wrong with one field of a form.
public struct CallFieldProblem: Sendable, Hashable, Error {
    /// The fields that can be wrong.
    public enum Field: String, Sendable, CaseIterable {
        case contact, calledAt, duration, emotionalState, notes, tags, attachments
    }

    /// Which.
    public var field: Field
    /// One sentence without a full stop, and without a word of what was typed.
    public var says: String

    /// A problem of a field.
    public init(field: Field, says: String) {
        self.field = field
        self.says = says
    }
}
