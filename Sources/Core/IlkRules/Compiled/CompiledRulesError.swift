/// Why bytes are not compiled rules that can be used. Nothing is made of them before they are checked.
public struct CompiledRulesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable {
        /// Shorter than a file's beginning, or than its header says.
        case truncated
        /// Does not begin as compiled rules do.
        case notCompiledRules
        /// Written by a program that compiles rules otherwise, or measures other features.
        case unsupportedVersion
        /// The checksum does not match: bytes were changed.
        case damaged
        /// A part lies outside the file, names what there is not, or holds what it must not.
        case malformed
        /// For the categories of another taxonomy.
        case taxonomyMismatch
    }

    /// What is wrong.
    public let code: Code
    /// The byte of the file at which it shows.
    public let offset: Int
    /// What is wrong, in words.
    public let message: String

    /// An error of these parts.
    public init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// One line for people.
    public var description: String { "\(message) (\(code.rawValue), byte \(offset))" }
}
