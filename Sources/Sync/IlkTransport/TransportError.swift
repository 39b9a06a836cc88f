public import IlkVocabulary

/// Why a server cannot be synced with. Names no token and nothing of a user's text.
public struct TransportError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Code: Sendable, Hashable {
        /// The program was built without the network.
        case noNetwork
        /// The server is of another type, or lacks what is needed.
        case otherServer
        /// The calls here belong to another server or account.
        case otherAccount
        /// Another program syncs these calls.
        case busy
        /// The key by which requests are to be signed is none.
        case badKey
    }

    /// What is wrong.
    public var code: Code
    /// One sentence for people.
    public var says: String
    /// What to do about it.
    public var hint: String?

    /// An error of these parts.
    public init(_ code: Code, _ says: String, hint: String? = nil) {
        self.code = code
        self.says = says
        self.hint = hint
    }

    /// The status that a command ends with, of `sysexits`.
    public var exitStatus: Int32 {
        switch code {
        case .badKey: 64
        case .noNetwork, .otherServer: 69
        case .busy: 75
        case .otherAccount: 78
        }
    }
}

extension TransportError: ReportedError {
    /// ``says``.
    public var description: String { says }
}
