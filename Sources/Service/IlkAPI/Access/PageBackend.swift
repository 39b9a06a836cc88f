import FoundationEssentials
package import IlkHTTP
package import IlkSyncStore
package import IlkVocabulary

/// The API for the pages of the same server, which call it without a connection. Each call uses the token of
/// the page's session. Therefore access rules, validation and the record of changes apply as for other
/// clients.
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

    /// Counts an invalid sign-in link or form as a request without a valid token, and returns the problem for
    /// the response.
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

    /// Creates the administrator's token for a session that a sign-in link of the server starts, and records
    /// the change.
    ///
    /// - Parameters:
    ///   - name: The name of the token, unique in the account `default`.
    ///   - end: The time of expiry, in milliseconds since 1970.
    ///   - request: The request for the sign-in.
    /// - Returns: The token.
    /// - Throws: `SyncStoreError.nameTaken` if the account has a token with this name, or `StoreError`.
    package func makeToken(
        _ name: String, until end: Int64, for request: APIRequest
    ) async throws -> String {
        let token = try await hub.makeToken(
            for: HubStore.defaultAccount, name: name, scopes: [.admin],
            expires: Date(timeIntervalSince1970: Double(end) / 1000))
        await record(request, name)
        return token
    }

    /// Revokes a token that ``makeToken(_:until:for:)`` created, and records the change.
    ///
    /// - Parameters:
    ///   - name: The name of the token.
    ///   - request: The request for the sign-out.
    /// - Throws: `StoreError`.
    package func removeToken(_ name: String, for request: APIRequest) async throws {
        if try await hub.removeToken(of: HubStore.defaultAccount, name: name) { await record(request, name) }
    }

    private func record(_ request: APIRequest, _ token: String) async {
        // Signing in and out redirect to another page.
        await dispatcher.changes?.record(
            page: request, token: token, account: HubStore.defaultAccount, status: 303)
    }
}
