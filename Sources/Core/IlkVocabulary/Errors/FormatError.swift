/// The error of bytes that are not a file of their format. They are checked before anything is made of them.
public struct FormatError: ReportedError, Sendable, Hashable {
    /// The type of the error.
    public enum Code: String, Sendable {
        /// Shorter than a file's beginning, or than its header says.
        case truncated
        /// Does not begin as a model file does.
        case notAModel
        /// Does not begin as compiled rules do.
        case notCompiledRules
        /// Written by a program of another format version, or by one that measures other features.
        case unsupportedVersion
        /// The checksum does not match: bytes were changed.
        case damaged
        /// A part lies outside the file, overlaps another, names a missing part, or holds a value out of range.
        case malformed
        /// Made for another set of features than this program measures.
        case featureSetMismatch
        /// For the categories of another taxonomy.
        case taxonomyMismatch
        /// A model of another kind than the caller needs, such as one that has no counts.
        case otherKind
        /// Written without the counts that were asked for.
        case noCounts
        /// More weights than a model may have, or than there is room for.
        case tooLarge
    }

    /// The type of the error.
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
