/// Why bytes are not a language model that can be used. Nothing is read from them before they are checked.
public struct LanguageModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable {
        /// Shorter than a header, or than the header says.
        case truncated
        /// Does not begin as a language model does.
        case notAModel
        /// Written by a program of another format version.
        case unsupportedVersion
        /// The checksum does not match: bytes were changed.
        case damaged
        /// Sizes that do not add up, or a language that is none.
        case malformed
    }

    /// What is wrong.
    public let code: Code
    /// The byte at which it shows.
    public let offset: Int

    /// An error of these parts.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// One line for people.
    public var description: String {
        let what =
            switch code {
            case .truncated: "the language model ends too early"
            case .notAModel: "this is not a language model"
            case .unsupportedVersion: "the language model has a format that this program does not read"
            case .damaged: "the language model's checksum does not match: bytes were changed"
            case .malformed: "the language model's sizes or languages make no sense"
            }
        return "\(what) (\(code.rawValue), byte \(offset))"
    }
}
