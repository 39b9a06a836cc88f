public import IlkVocabulary

/// Why bytes are not a model that can be used. Nothing is read from them before they are checked.
public struct ModelError: ReportedError, Sendable, Hashable {
    /// What is wrong.
    public enum Code: String, Sendable {
        /// Shorter than a model file's beginning, or than its header says.
        case truncated
        /// Does not begin as a model file does.
        case notAModel
        /// Written by a program of another format version.
        case unsupportedVersion
        /// The checksum does not match: bytes were changed.
        case damaged
        /// A part lies outside the file, overlaps another, or holds what it must not.
        case malformed
        /// Made for another set of features than this program measures.
        case featureSetMismatch
        /// A model of another kind than what is asked for: it has no counts, say.
        case otherKind
        /// Written without the counts that were asked for.
        case noCounts
        /// More weights than a model may have, or than there is room for.
        case tooLarge
    }

    /// What is wrong.
    public let code: Code
    /// The byte of the file at which it shows; 0 of what was to be made.
    public let offset: Int
    /// One line for people.
    public let message: String

    /// An error of these parts.
    public init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// One line for people: with the place, where it is a file that was read.
    public var description: String {
        code == .tooLarge ? message : "\(message) (\(code.rawValue), byte \(offset))"
    }

    /// The status of input that is not in its format (`EX_DATAERR`).
    public var exitStatus: Int32 { 65 }
}
