/// An error in a line of NDJSON, with its byte offset.
public struct JSONLineError: Error, Sendable, Hashable {
    /// The type of the error.
    public enum Code: String, Sendable, CaseIterable {
        /// The line is not valid JSON (RFC 8259).
        case notJSON
        /// The line is a JSON value other than an object.
        case notAnObject
        /// The object lacks the requested field.
        case fieldMissing
        /// The requested field is not a string.
        case fieldNotAString
        /// The requested field is not a number, or the number is out of range.
        case fieldNotANumber
        /// Arrays and objects are nested deeper than ``JSONLine/maximumDepth``.
        case tooDeep
        /// The object already has the field that is to be added.
        case fieldTaken
        /// An object has two fields with the same name. Only the strict parser (``JSONTree``) reports this
        /// error.
        case nameRepeated
        /// A string contains invalid UTF-8 or an unpaired surrogate. Only the strict parser reports this
        /// error.
        case notUnicode
        /// A number fits neither in 64 bits nor in a double. Only the strict parser reports this error.
        case numberOutOfRange
    }

    /// The type of the error.
    public let code: Code
    /// The byte offset in the line, from 0.
    public let offset: Int
    /// A description of the error in words. The description never contains text of the line.
    public let detail: String
}

extension JSONLineError: CustomStringConvertible {
    /// The description and the byte offset on one line, without any text of the line.
    public var description: String { "\(detail), byte \(offset)" }
}
