import IlkHTTP
import IlkSyncStore

extension RouteAccess {
    static func token(_ scope: AccessScope) -> RouteAccess { .token(scope: scope.rawValue) }

    /// Returns the access to routes that store debug events. Their token is optional if
    /// ``ServerSettings/acceptsOpenDebugEvents`` is `true`, and required otherwise.
    static func debugIntake(_ settings: ServerSettings) -> RouteAccess {
        let scope = AccessScope.debug.rawValue
        return settings.acceptsOpenDebugEvents ? .optionalToken(scope: scope) : .token(scope: scope)
    }

    /// Returns the access to routes that classify or analyze texts. Their token is optional if
    /// ``ServerSettings/isOpen`` is `true`, and required otherwise.
    static func classify(_ settings: ServerSettings) -> RouteAccess {
        let scope = AccessScope.classify.rawValue
        return settings.isOpen ? .optionalToken(scope: scope) : .token(scope: scope)
    }
}
