import IlkHTTP
import IlkSyncStore

extension RouteAccess {
    static func token(_ scope: AccessScope) -> RouteAccess { .token(scope: scope.rawValue) }

    /// The access to routes that store nothing: with a token, or open if the settings allow it.
    static func classify(_ settings: ServerSettings) -> RouteAccess {
        let scope = AccessScope.classify.rawValue
        return settings.isOpen ? .optionalToken(scope: scope) : .token(scope: scope)
    }
}
