#if Server
    import HTTPTypes
    import Hummingbird
    import IlkSyncStore
    import Synchronization

    /// Who may do what: by the token of the request.
    final class Access: Sendable {
        private struct Refusals {
            var minute: Int64 = 0
            var count = 0
        }

        private let hub: HubStore?
        private let settings: ServerSettings
        private let clock: any SyncClock
        private let refusals = Mutex(Refusals())

        init(_ hub: HubStore?, _ settings: ServerSettings, _ clock: any SyncClock) {
            self.hub = hub
            self.settings = settings
            self.clock = clock
        }

        /// Holds a request to what its token allows.
        ///
        /// - Returns: The token; nil where none is needed.
        /// - Throws: ``Problem`` 401, 403 or 429.
        @discardableResult
        func check(_ request: Request, _ scope: AccessScope) async throws -> AccessToken? {
            let given = request.headers[.authorization].flatMap(Self.token)
            guard let given, let hub else {
                if settings.isOpen, scope == .classify, request.headers[.authorization] == nil { return nil }
                throw refusal()
            }
            guard let token = try await hub.token(given) else { throw refusal() }
            guard token.scopes.contains(scope) else {
                throw Problem(.forbidden, "scope", "this token does not allow \(scope.rawValue)")
            }
            return token
        }

        /// Counts a refusal: whoever guesses is slowed down, whoever has a token is not.
        private func refusal() -> Problem {
            let minute = clock.wall / 60_000
            let count = refusals.withLock { refusals in
                if refusals.minute != minute { refusals = Refusals(minute: minute) }
                refusals.count += 1
                return refusals.count
            }
            guard count <= settings.refusals else {
                return Problem(.tooManyRequests, "refusals", "too many refused tokens", retryAfter: 60)
            }
            return Problem(.unauthorized, "token", "this takes a token: Authorization: Bearer ilk_...")
        }

        /// What stands behind `Bearer`.
        private static func token(_ header: String) -> String? {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 200 else {
                return nil
            }
            return String(parts[1])
        }
    }
#endif
