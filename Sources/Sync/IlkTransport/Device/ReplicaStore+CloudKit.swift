package import IlkSyncStore

/// The CloudKit container, environment and zone that a replica is bound to. Builds without CloudKit read this
/// setting too, because they must not sync such a replica with a hub.
extension ReplicaStore {
    private static let cloudKitMark = "cloudKit.place"

    /// Returns the container, environment and zone that this replica is synced with, or `nil` if it is not
    /// synced with CloudKit.
    ///
    /// - Throws: `StoreError`.
    package func cloudKitPlace() async throws -> String? { try await mark(Self.cloudKitMark) }

    /// Binds this replica to a container, environment and zone of CloudKit.
    ///
    /// - Parameter place: The container, environment and zone, separated by slashes.
    /// - Throws: `StoreError`.
    package func setCloudKitPlace(_ place: String) async throws {
        try await setMark(Self.cloudKitMark, to: place)
    }
}
