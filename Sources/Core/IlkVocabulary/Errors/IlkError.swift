/// Why something that was asked for cannot be done: with a line for people and the exit status of the tool.
public struct IlkError: ReportedError, Sendable, Hashable {
    /// What kind of thing is wrong; the raw value is the exit status (sysexits).
    public enum Kind: Int32, Sendable {
        /// What was given cannot be used: a key that is none, say.
        case usage = 64
        /// The input is not in the form that it should have.
        case badData = 65
        /// The input cannot be read.
        case noInput = 66
        /// A server or the network is not to be had, or is not the one that is needed.
        case unavailable = 69
        /// Something that should not happen.
        case software = 70
        /// The output cannot be made.
        case cannotCreate = 73
        /// Somebody else is at it: try again.
        case tryLater = 75
        /// Rules, settings, an account or a file's version do not fit.
        case configuration = 78
    }

    /// What kind of thing is wrong.
    public let kind: Kind
    /// What, in one line.
    public let description: String
    /// What to do about it, or nil.
    public let hint: String?

    /// An error of these parts.
    public init(_ kind: Kind, _ description: String, hint: String? = nil) {
        self.kind = kind
        self.description = description
        self.hint = hint
    }

    /// The exit status for this kind of error.
    public var exitStatus: Int32 { kind.rawValue }
}
