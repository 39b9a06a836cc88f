package import IlkSyncStore

extension HubStore {
    /// The token of a text; nil if it is unknown or has expired.
    package func token(_ text: String) async throws -> AccessToken? {
        if case .valid(let token) = try await check(text) { token } else { nil }
    }
}
