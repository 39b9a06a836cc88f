package import FoundationEssentials
package import IlkSync
package import IlkSyncStore

/// The sync state of a store, read from its replica without contacting a server.
package struct ReplicaStatus: Sendable {
    /// The address of the hub, or the CloudKit container; `nil` before the first sync.
    package var hub: String?
    /// The time of the last complete sync, or `nil` if there was none.
    package var lastSync: Date?
    /// The number of changes that have not been sent to the hub.
    package var waiting: Int
    /// The number of records that the hub rejected.
    package var refused: Int
    /// The number of conflict copies.
    package var copies: Int
    /// The received records that the store cannot apply yet, because it lacks a label.
    package var deferred: DeferredRecords

    /// The mark with the time of the last complete sync, in milliseconds since 1970.
    package static let lastMark = "synced"

    /// - Throws: `StoreError`.
    package init(of replica: ReplicaStore, for store: any ChangeTrackingStore) async throws {
        let container = try await replica.cloudKitPlace()
        hub = try await HubBinding.of(replica)?.address ?? container
        lastSync = try await replica.mark(Self.lastMark).flatMap { Int64($0) }.map {
            Date(timeIntervalSince1970: Double($0) / 1000)
        }
        let known = try await replica.waiting()
        waiting = try await store.unsyncedChanges(to: replica) + known.pending
        refused = known.rejected
        copies = try await replica.conflictCopyCount()
        deferred = try await (store as? any DeferringStore)?.deferred() ?? DeferredRecords()
    }
}

extension ChangeTrackingStore {
    /// Returns the number of changes that are not in the replica yet.
    ///
    /// - Throws: `StoreError`.
    package func unsyncedChanges(to replica: ReplicaStore) async throws -> Int {
        try await changeCount(after: try await replica.mark(DeviceSyncService.markName(of: self)))
    }
}
