public import IlkSyncStore

/// Keeps a user's token in the file of a device's replica, which only its owner can read.
public struct ReplicaTokenKeeper: WebTokenKeeper {
    private let replica: ReplicaStore
    private static let mark = "cloudKit.webToken"

    /// Keeps it in a replica.
    public init(_ replica: ReplicaStore) { self.replica = replica }

    /// The token for the next request.
    ///
    /// - Throws: `StoreError`.
    public func token() async throws -> String? {
        try await replica.mark(Self.mark).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Takes the next one, in the file when it returns.
    ///
    /// - Throws: `StoreError`.
    public func keep(_ token: String) async throws { try await replica.setMark(Self.mark, to: token) }
}
