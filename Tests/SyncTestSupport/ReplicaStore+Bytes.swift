import IlkSync
package import IlkSyncStore

extension ReplicaStore {
    /// All records, by key, as bytes: replicas that hold the same have the same.
    package func bytes() async throws -> [UInt8] { try await records().flatMap(\.bytes) }
}
