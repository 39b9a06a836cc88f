import IlkSync
package import IlkSyncStore

extension ReplicaStore {
    /// Returns the encoded records in the order of their keys. Replicas with equal records have equal bytes.
    package func bytes() async throws -> [UInt8] { try await records().flatMap(\.bytes) }
}
