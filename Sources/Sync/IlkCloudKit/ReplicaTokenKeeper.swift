public import IlkSyncStore

/// Stores a user's web auth token in the replica's file. Only the owner of the file can read it.
public struct ReplicaTokenKeeper: WebTokenStore {
    private let replica: ReplicaStore
    private static let mark = "cloudKit.webToken"

    /// Creates a token store.
    ///
    /// - Parameter replica: The device's replica.
    public init(_ replica: ReplicaStore) { self.replica = replica }

    /// Returns the token for the next request, or `nil` if the user has to sign in.
    ///
    /// - Throws: `StoreError`.
    public func token() async throws -> String? {
        try await replica.mark(Self.mark).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Writes the next token to the file.
    ///
    /// - Parameter token: The token for the next request.
    /// - Throws: `StoreError`.
    public func keep(_ token: String) async throws { try await replica.setMark(Self.mark, to: token) }
}
