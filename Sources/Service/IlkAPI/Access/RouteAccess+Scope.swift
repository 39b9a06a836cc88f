import IlkHTTP
import IlkSyncStore

extension RouteAccess {
    static func token(_ scope: AccessScope) -> RouteAccess { .token(scope: scope.rawValue) }

    /// Returns the access to routes that store nothing. The token is optional if the settings open the
    /// server, and required otherwise.
    static func classify(_ settings: ServerSettings) -> RouteAccess {
        let scope = AccessScope.classify.rawValue
        return settings.isOpen ? .optionalToken(scope: scope) : .token(scope: scope)
    }
}
