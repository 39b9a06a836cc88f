import FoundationEssentials
public import IlkSyncStore

/// The hub and account that a replica is synced with.
public struct HubBinding: Codable, Hashable, Sendable {
    /// The address of the hub at the last sync.
    public var address: String
    /// The hub's name for the account. The name is the same for every address of the hub.
    public var account: String

    private static let mark = "hub"

    /// Returns the hub and account that a replica is bound to, or `nil` if the replica was never synced with
    /// a hub.
    ///
    /// - Parameter replica: The device's replica.
    /// - Throws: `StoreError`.
    public static func of(_ replica: ReplicaStore) async throws -> HubBinding? {
        guard let text = try await replica.mark(mark) else { return nil }
        return try? JSONDecoder().decode(  // An unreadable mark counts as none.
            Self.self, from: Data(text.utf8))
    }

    /// Binds the replica to this hub and account, unless the replica is bound to another account.
    ///
    /// - Returns: `false` if the replica is bound to another account.
    /// - Throws: `StoreError`.
    func note(in replica: ReplicaStore) async throws -> Bool {
        let known = try await Self.of(replica)
        guard known == nil || known?.account == account else { return false }
        guard known != self else { return true }
        try await replica.setMark(
            Self.mark, to: String(decoding: try JSONEncoder().encode(self), as: UTF8.self))
        return true
    }
}
