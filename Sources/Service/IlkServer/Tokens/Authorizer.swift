#if Server
    import FoundationEssentials
    import HTTPTypes
    import Hummingbird
    import IlkSyncStore
    import Synchronization

    /// Authorizes requests by their tokens.
    final class Authorizer: Sendable {
        private struct Refusals {
            var minute: Int64 = 0
            var count = 0
        }

        private let hub: HubStore?
        private let settings: ServerSettings
        private let clock: any SyncClock
        private let connections: ConnectionTable
        private let refusals = Mutex(Refusals())

        init(
            _ hub: HubStore?, _ settings: ServerSettings, _ clock: any SyncClock,
            _ connections: ConnectionTable
        ) {
            self.hub = hub
            self.settings = settings
            self.clock = clock
            self.connections = connections
        }

        var isNeededForMetrics: Bool { !(settings.isMetricsPublic ?? settings.isLoopback) }

        /// Authorizes a request.
        ///
        /// - Returns: The token, or `nil` if none is required.
        /// - Throws: ``Problem`` 401, 403 or 429.
        @discardableResult
        func check(
            _ request: Request, _ scope: AccessScope, on context: ServerRequestContext
        ) async throws -> AccessToken? {
            let given = request.headers[.authorization].flatMap(Self.token)
            guard let given, let hub else {
                if settings.isOpen, scope == .classify, request.headers[.authorization] == nil { return nil }
                throw refusal()
            }
            switch try await hub.check(given) {
            case .unknown: throw refusal()
            case .expired(let end):
                throw refusal("the token expired at \(end.formatted(.iso8601)): create another one")
            case .valid(let token):
                connections.authenticate(context.channel)
                guard token.scopes.contains(scope) else {
                    throw Problem(.forbidden, "scope", "the token lacks the scope '\(scope.rawValue)'")
                }
                return token
            }
        }

        /// Counts a refused token. Above the limit, refusals become status 429, which slows down guessing.
        /// Requests with a valid token are not affected.
        private func refusal(
            _ detail: String = "a token is required: Authorization: Bearer ilk_..."
        ) -> Problem {
            let minute = clock.wall / 60_000
            let count = refusals.withLock { refusals in
                if refusals.minute != minute { refusals = Refusals(minute: minute) }
                refusals.count += 1
                return refusals.count
            }
            guard count <= settings.maxRefusals else {
                return Problem(.tooManyRequests, "refusals", "too many refused tokens", retryAfter: 60)
            }
            return Problem(.unauthorized, "token", detail)
        }

        /// Returns the token in an `Authorization: Bearer …` header.
        private static func token(_ header: String) -> String? {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 200 else {
                return nil
            }
            return String(parts[1])
        }
    }
#endif
