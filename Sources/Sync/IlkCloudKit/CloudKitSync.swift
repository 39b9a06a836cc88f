public import IlkTransport
public import IlkSync
public import IlkSyncStore
import IlkVocabulary

/// Syncs a device's stores with a user's iCloud, or a container's public database, and with nothing else: which one it was
/// stands in the replica.
public struct CloudKitSync: Sendable {
    private let replica: ReplicaStore
    private let name: String
    private let service: DeviceSyncService

    /// A sync of a replica and its stores.
    ///
    /// - Parameters:
    ///   - transport: To CloudKit's server, without a token of its own.
    ///   - patience: After how many failures in a row it gives up.
    public init(
        _ replica: ReplicaStore, stores: [any SyncedStore], at place: CloudKitPlace,
        as access: CloudKitClient.Access, over transport: SyncTransport, patience: Int = 4,
        clock: any SyncClock = SystemSyncClock()
    ) {
        self.replica = replica
        name = place.description
        let client = CloudKitClient(place, as: access, over: transport, clock: clock)
        service = DeviceSyncService(
            replica, over: CloudKitLink(client, ledger: StoredLedger(of: replica)), stores: stores,
            patience: patience, clock: clock)
    }

    /// Sends what is new here, and reads what is new there, once.
    ///
    /// - Parameter tell: Is told how far it is, after each answer.
    /// - Throws: `IlkError`: `configuration` when the records are synced with a hub or another container; `tryLater` when
    ///   another program syncs this replica. `StoreError`, what a store throws, `CancellationError`.
    public func sync(
        tell: @escaping @Sendable (DeviceSyncService.Report) -> Void = { _ in }
    ) async throws -> DeviceSyncService.Report {
        let known = try await replica.cloudKitPlace()
        let hub = try await HubPlace.of(replica)
        guard hub == nil, known == nil || known == name else {
            throw IlkError(
                .configuration, "these records are synced with \(hub?.address ?? known ?? "another place")",
                hint: "sync with that, or say --anew to begin here")
        }
        if known == nil { try await replica.setCloudKitPlace(name) }
        return try await service.sync(tell: tell)
    }
}
