/// An error in a binary file of the program, found before the file is used.
public struct FormatError: ReportedError, Sendable, Hashable {
    /// The type of a format error.
    public enum Code: String, Sendable {
        /// The file is shorter than its header, or than the header states.
        case truncated
        /// The file does not begin with the signature of a model file.
        case notAModel
        /// The file does not begin with the signature of compiled rules.
        case notCompiledRules
        /// The file has another format version, or was written for another version of the features.
        case unsupportedVersion
        /// The checksum does not match the content.
        case damaged
        /// A section lies outside the file, overlaps another, names a missing section or has a value out of
        /// range.
        case malformed
        /// The file was written for another set of features.
        case featureSetMismatch
        /// The file is for another taxonomy.
        case taxonomyMismatch
        /// The model is of another kind than the caller needs, for example one without counts.
        case wrongKind
        /// The model was written without the requested counts.
        case noCounts
        /// The model has more weights than the format or the memory allows.
        case tooLarge
        /// Counts or weights cannot be combined, or written in the format.
        case notRepresentable
    }

    /// The type of the error.
    public let code: Code
    /// The byte offset of the error in the file; 0 for an error about a file to be written.
    public let offset: Int
    /// A one-line description of the error for people. It does not contain the offset.
    public let message: String

    package init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// The message, with the byte offset if a file was read. If the file is damaged, the text says so.
    public var description: String {
        switch code {
        case .tooLarge, .notRepresentable: message
        case .truncated, .damaged, .malformed: "the file is damaged: \(message) (byte \(offset))"
        default: "\(message) (byte \(offset))"
        }
    }

    /// `EX_DATAERR` of `sysexits.h`: the input has the wrong format.
    public var exitStatus: Int32 { 65 }
}
