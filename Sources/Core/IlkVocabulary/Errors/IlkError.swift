/// A failed operation, with a one-line description for people and the exit status of the command.
public struct IlkError: ReportedError, Sendable, Hashable {
    /// The type of the failure. The raw value is the exit status, from `sysexits.h`.
    public enum Kind: Int32, Sendable {
        /// An argument is not valid, for example a malformed key.
        case usage = 64
        /// The input is not in the expected format.
        case badData = 65
        /// The input cannot be read.
        case noInput = 66
        /// A server or the network is unreachable, or a different server than expected answered.
        case unavailable = 69
        /// An internal error.
        case software = 70
        /// The output cannot be written.
        case cannotCreate = 73
        /// Another process holds the resource. A later attempt may succeed.
        case tryLater = 75
        /// The configuration cannot be used: rules, settings, an account or the version of a file.
        case configuration = 78
    }

    /// The type of the failure.
    public let kind: Kind
    /// A one-line description of the failure.
    public let description: String
    /// Advice for the user, or `nil` if there is none.
    public let hint: String?

    package init(_ kind: Kind, _ description: String, hint: String? = nil) {
        self.kind = kind
        self.description = description
        self.hint = hint
    }

    /// The raw value of ``kind``.
    public var exitStatus: Int32 { kind.rawValue }
}
