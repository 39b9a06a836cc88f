package import IlkSyncStore

extension HubStore {
    /// Returns the data of a token, or `nil` if it is unknown or expired.
    package func token(_ text: String) async throws -> AccessToken? {
        if case .valid(let token) = try await check(text) { token } else { nil }
    }
}
