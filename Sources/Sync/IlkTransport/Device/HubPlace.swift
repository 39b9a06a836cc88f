import FoundationEssentials
public import IlkSyncStore

/// Which hub a replica is synced with, and as which of its accounts.
public struct HubPlace: Codable, Hashable, Sendable {
    /// The hub's address when it was asked last.
    public var address: String
    /// By what the hub knows the account, the same at every address.
    public var account: String

    private static let mark = "hub"

    /// The place of a replica; nil when it was never synced.
    ///
    /// - Throws: `StoreError`.
    public static func of(_ replica: ReplicaStore) async throws -> HubPlace? {
        guard let text = try await replica.mark(mark) else { return nil }
        return try? JSONDecoder().decode(  // What cannot be read says nothing.
            Self.self, from: Data(text.utf8))
    }

    /// Notes the place, if the replica is of no other account.
    ///
    /// - Returns: Whether it is of this one.
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
