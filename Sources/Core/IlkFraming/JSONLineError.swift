/// Why a line cannot be used: what is wrong, and at which byte.
public struct JSONLineError: Error, Sendable, Hashable {
    /// What is wrong with the line.
    public enum Code: String, Sendable, CaseIterable {
        /// The line is not JSON as RFC 8259 has it.
        case notJSON
        /// The line is JSON, but a string, a number, an array or a literal instead of an object.
        case notAnObject
        /// The object has no member of the name asked for.
        case fieldMissing
        /// The member of the name asked for is not a string.
        case fieldNotAString
        /// The member of the name asked for is not a number, or not one that may stand there.
        case fieldNotANumber
        /// Arrays and objects are nested deeper than ``JSONLine/maximumDepth``.
        case tooDeep
        /// The object already has a member of the name that is to be added.
        case fieldTaken
        /// An object has two members of one name. Only strict readers (``JSONTree``) refuse it.
        case nameRepeated
        /// A string has bytes that are not UTF-8, or half a surrogate pair. Only strict readers refuse it.
        case notUnicode
        /// A number that neither 64 bits nor a double hold. Only strict readers refuse it.
        case numberOutOfRange
    }

    /// What is wrong.
    public let code: Code
    /// Where, in bytes from the start of the line, counted from 0.
    public let offset: Int
    /// What was expected or found there, in words. Never holds anything out of the line.
    public let detail: String
}

extension JSONLineError: CustomStringConvertible {
    /// One line for people. Never holds anything out of the line.
    public var description: String { "\(detail), byte \(offset)" }
}
