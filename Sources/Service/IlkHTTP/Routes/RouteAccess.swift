/// The tokens that a route requires.
package enum RouteAccess: Hashable, Sendable {
    /// No token is required, and none is checked.
    case open
    /// A token with this scope.
    case token(scope: String)
    /// No token is required, but a token in the request must be valid and have the given scope.
    case optionalToken(scope: String)

    /// The scope, or `nil` if the route is open.
    package var scope: String? {
        switch self {
        case .open: nil
        case .token(let scope), .optionalToken(let scope): scope
        }
    }
}
