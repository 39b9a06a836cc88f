import FoundationEssentials
import IlkHTTP
import IlkSyncStore
import Synchronization

/// Authorizes requests by their tokens.
final class Authorizer: Sendable {
    private struct Refusals {
        var minute: Int64 = 0
        var count = 0
    }

    /// The maximum length of a token in bytes.
    static let maximumToken = 200

    private let hub: HubStore?
    private let maxRefusals: Int
    private let clock: any SyncClock
    private let refusals = Mutex(Refusals())

    /// - Parameters:
    ///   - hub: The store of tokens, or `nil` to refuse all requests that require a token.
    ///   - maxRefusals: The maximum number of requests per minute with an invalid token. Further such requests
    ///     get status 429 instead of 401.
    ///   - clock: The clock that measures the minutes of `maxRefusals`.
    init(_ hub: HubStore?, maxRefusals: Int, _ clock: any SyncClock) {
        self.hub = hub
        self.maxRefusals = maxRefusals
        self.clock = clock
    }

    /// Identifies the client of a request. ``permit(_:for:)`` then checks the scope.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - access: The tokens that the route requires.
    ///   - acceptsPassword: `true` if the token can be in the header `Password`.
    /// - Returns: The token. `nil` if the route is open, or if its token is optional and missing.
    /// - Throws: ``Problem`` `token` if the token is missing or invalid, `refused-tokens` if too many requests
    ///   with an invalid token arrived in this minute, or `StoreError`.
    func identify(
        _ request: APIRequest, for access: RouteAccess, acceptsPassword: Bool = false
    ) async throws -> AccessToken? {
        guard access.scope != nil else { return nil }
        let header = request.headers["Authorization"]
        let password = acceptsPassword ? request.headers["Password"] : nil
        guard header != nil || password != nil else {
            if case .optionalToken = access { return nil }
            throw Self.missing  // The client guessed nothing.
        }
        guard let given = header.flatMap(Self.token) ?? password?.asToken, let hub else { throw refusal() }
        let token = try accept(try await hub.check(given, arrived: request.arrival))
        request.authenticated()
        return token
    }

    /// Returns the token if it is valid. Otherwise counts a request with an invalid token, and throws.
    ///
    /// - Throws: ``Problem`` `token` if the token is invalid, or `refused-tokens` if too many such requests
    ///   arrived in this minute.
    func accept(_ check: TokenCheck) throws(Problem) -> AccessToken {
        switch check {
        case .unknown: throw refusal()
        case .expired(let end):
            throw refusal("the token expired at \(end.formatted(.iso8601)): create another token")
        case .valid(let token): return token
        }
    }

    /// Checks that a token has the scope of a route.
    ///
    /// - Throws: ``Problem`` `scope` if the token lacks the scope.
    static func permit(_ token: AccessToken?, for access: RouteAccess) throws(Problem) {
        guard let token, let scope = access.scope else { return }
        guard AccessScope(rawValue: scope).map(token.permits) ?? false else {
            throw Problem(.scope, "the token lacks the scope '\(scope)'")
        }
    }

    private static let noToken =
        "the request has no valid token; send the header Authorization: Bearer ilk_..."
    private static let missing = Problem(.token, noToken)

    /// Counts a request with an invalid token, and returns its problem. Above the limit, the status of the
    /// problem is 429, to slow down guessing. Requests with a valid token are not affected.
    func refusal(_ detail: String = noToken) -> Problem {
        let minute = clock.wall / 60_000
        let count = refusals.withLock { refusals in
            if refusals.minute != minute { refusals = Refusals(minute: minute) }
            refusals.count += 1
            return refusals.count
        }
        guard count <= maxRefusals else {
            return Problem(
                .refusedTokens,
                "more than \(maxRefusals) requests with an invalid token within a minute; wait a minute",
                retryAfter: 60)
        }
        return Problem(.token, detail)
    }

    /// Returns the token in an `Authorization: Bearer …` header.
    private static func token(_ header: String) -> String? {
        guard let space = header.utf8.firstIndex(of: UInt8(ascii: " ")),
            header[..<space].lowercased() == "bearer"
        else { return nil }
        return String(header[space...].drop { $0 == " " }).asToken
    }
}

extension String {
    /// The text, or `nil` if it is too long for a token.
    fileprivate var asToken: String? { utf8.count <= Authorizer.maximumToken ? self : nil }
}

extension APICall {
    /// The token of the request. `nil` if the route is open, or if its token is optional and missing.
    var token: AccessToken? { access as? AccessToken }
}
