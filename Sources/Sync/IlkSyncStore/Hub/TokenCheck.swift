public import FoundationEssentials

/// The result of checking a token.
public enum TokenCheck: Hashable, Sendable {
    /// The token is valid.
    case valid(AccessToken)
    /// The token was valid until this time.
    case expired(Date)
    /// There is no such token, or it was revoked.
    case unknown
}
