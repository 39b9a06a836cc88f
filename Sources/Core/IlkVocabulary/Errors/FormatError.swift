/// An error in a model file or another binary file, detected before the file is used or written.
public struct FormatError: ReportedError, Sendable, Hashable {
    /// The type of a format error.
    public enum Code: String, Sendable {
        /// The file is shorter than a header, or shorter than the length that the header states.
        case truncated
        /// The file does not begin with the signature of a model file.
        case notAModel
        /// The file does not begin with the signature of compiled rules.
        case notCompiledRules
        /// This program does not support the format version or the list of features of the file.
        case unsupportedVersion
        /// The checksum does not match the content.
        case damaged
        /// A section of the file is invalid: it lies outside the file, overlaps another section, names a
        /// missing section or has a value out of range.
        case malformed
        /// The model needs a different version of the feature definitions than this program has.
        case featureSetMismatch
        /// The taxonomy of the file is not the required taxonomy.
        case taxonomyMismatch
        /// The model's kind is unknown or not the required kind. For example, a linear model has no counts to
        /// update.
        case wrongKind
        /// The settings require occurrence counts, which the model does not contain.
        case noCounts
        /// The model has more weights than the format or the memory allows.
        case tooLarge
        /// Counts or weights cannot be combined with each other or cannot be stored in the file format.
        case notRepresentable
    }

    /// The type of the error.
    public let code: Code
    /// The byte offset of the error in the file; 0 for an error about a file to be written.
    public let offset: Int
    /// A one-line description of the error for people. The description does not contain the offset.
    public let message: String
    /// Advice for the user, or `nil` if there is none.
    public let hint: String?

    package init(_ code: Code, at offset: Int, _ message: String, hint: String? = nil) {
        self.code = code
        self.offset = offset
        self.message = message
        self.hint = hint
    }

    /// The message. If the error is at a position in a file that was read, the byte offset is appended. If
    /// that file is damaged, the text begins with `the file is damaged`.
    public var description: String {
        switch code {
        case .tooLarge, .notRepresentable, .noCounts, .notAModel, .notCompiledRules: message
        case .truncated, .damaged, .malformed: "the file is damaged: \(message) (byte \(offset))"
        default: "\(message) (byte \(offset))"
        }
    }

    /// `EX_DATAERR` of `sysexits.h`: the input has the wrong format.
    public var exitStatus: Int32 { 65 }
}
