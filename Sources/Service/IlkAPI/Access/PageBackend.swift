import FoundationEssentials
package import IlkHTTP
package import IlkSyncStore
package import IlkVocabulary

/// The API for pages of the same server. A page shows what the routes return for the token of its session, so
/// that access, checks and recorded changes are those of the API.
package struct PageBackend: Sendable {
    private let dispatcher: Dispatcher
    private let hub: HubStore
    package let clock: any SyncClock

    init(_ dispatcher: Dispatcher, _ hub: HubStore, _ clock: any SyncClock) {
        self.dispatcher = dispatcher
        self.hub = hub
        self.clock = clock
    }

    /// Answers a request of a page. Errors become problems.
    ///
    /// - Parameters:
    ///   - request: The request to the API.
    ///   - token: The token of the session.
    /// - Throws: `CancellationError` only.
    package func respond(to request: APIRequest, as token: AccessToken) async throws -> APIResponse {
        try await dispatcher.respond(to: request, as: token)
    }

    /// Checks a token that a person entered, and counts it if it is refused.
    ///
    /// - Throws: ``Problem`` `token` or `refused-tokens`, or `StoreError`.
    package func accept(_ text: String) async throws -> AccessToken {
        let given = text.utf8.count <= Authorizer.maximumToken ? text : ""
        return try dispatcher.access.accept(try await hub.check(given))
    }

    /// Returns the problem of a wrong link or form, and counts it as a refused token.
    package func refusal(_ detail: String) -> Problem { dispatcher.access.refusal(detail) }

    /// Returns the token of a session, or `nil` if it was revoked or has expired.
    ///
    /// - Parameter digest: The digest of the token.
    /// - Throws: `StoreError`.
    package func token(_ digest: ContentDigest) async throws -> AccessToken? {
        guard case .valid(let token) = try await hub.check(digest) else { return nil }
        return token
    }

    /// Counts the request for a page against the limit of its token. The requests of the page to the API do not
    /// count.
    ///
    /// - Throws: ``Problem`` `rate`.
    package func count(_ token: AccessToken, client: String) throws(Problem) {
        var headers: HeaderFields = [:]
        try dispatcher.count(token, client, &headers)
    }

    /// Creates the token of a session that a link of the server starts.
    ///
    /// - Parameters:
    ///   - name: The name, unique among the tokens of the account `default`.
    ///   - end: The time of expiry, in milliseconds since 1970.
    /// - Returns: The token.
    /// - Throws: `SyncStoreError.nameTaken` or `StoreError`.
    package func makeToken(_ name: String, until end: Int64) async throws -> String {
        try await hub.makeToken(
            for: HubStore.defaultAccount, name: name, scopes: [.admin],
            expires: Date(timeIntervalSince1970: Double(end) / 1000))
    }

    /// Revokes the token of a session that a link of the server started.
    package func removeToken(_ name: String) async throws {
        _ = try await hub.removeToken(of: HubStore.defaultAccount, name: name)
    }
}
