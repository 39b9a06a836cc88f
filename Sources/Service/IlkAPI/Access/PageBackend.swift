import FoundationEssentials
package import IlkHTTP
package import IlkSyncStore
package import IlkVocabulary

/// The API as the pages of the same server call it. Each call uses the token of the page's session. So access
/// rules, validation and recorded changes are those of the API.
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

    /// Checks a token that a person entered, and counts it if it is invalid.
    ///
    /// - Throws: ``Problem`` `token` if the token is invalid, `refused-tokens` if too many invalid tokens
    ///   were sent in this minute, or `StoreError`.
    package func accept(_ text: String) async throws -> AccessToken {
        let given = text.utf8.count <= Authorizer.maximumToken ? text : ""
        return try dispatcher.access.accept(try await hub.check(given))
    }

    /// Counts an invalid sign-in link or form like an invalid token, and returns its problem.
    package func refusal(_ detail: String) -> Problem { dispatcher.access.refusal(detail) }

    /// Returns the token of a session, or `nil` if it was revoked or has expired.
    ///
    /// - Parameter digest: The digest of the token.
    /// - Throws: `StoreError`.
    package func token(_ digest: ContentDigest) async throws -> AccessToken? {
        guard case .valid(let token) = try await hub.check(digest) else { return nil }
        return token
    }

    /// Counts the request for a page against the limit of its token. The requests that the page sends to the
    /// API are not counted.
    ///
    /// - Throws: ``Problem`` `rate` if the token has no requests left in this minute.
    package func count(_ token: AccessToken, client: String) throws(Problem) {
        var headers: HeaderFields = [:]
        try dispatcher.count(token, client, &headers)
    }

    /// Creates the token for a session that was started by a sign-in link of the server.
    ///
    /// - Parameters:
    ///   - name: The name of the token, unique in the account `default`.
    ///   - end: The time of expiry, in milliseconds since 1970.
    /// - Returns: The token.
    /// - Throws: `SyncStoreError.nameTaken` if the account has a token with this name, or `StoreError`.
    package func makeToken(_ name: String, until end: Int64) async throws -> String {
        try await hub.makeToken(
            for: HubStore.defaultAccount, name: name, scopes: [.admin],
            expires: Date(timeIntervalSince1970: Double(end) / 1000))
    }

    /// Revokes the token of a session that was started by a sign-in link of the server.
    package func removeToken(_ name: String) async throws {
        _ = try await hub.removeToken(of: HubStore.defaultAccount, name: name)
    }
}
