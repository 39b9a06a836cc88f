public import IlkTransport
public import IlkSync
public import IlkSyncStore
import IlkVocabulary

/// Syncs a device's stores with a user's iCloud or a container's public database.
///
/// The replica stores the container, environment and zone, and refuses to sync with any other.
public struct CloudKitSync: Sendable {
    private let replica: ReplicaStore
    private let name: String
    private let service: DeviceSyncService

    /// Creates a sync.
    ///
    /// - Parameters:
    ///   - replica: The device's replica.
    ///   - stores: The stores to sync.
    ///   - place: The container, environment and zone.
    ///   - access: The credentials.
    ///   - transport: The transport to CloudKit's server, without a bearer token.
    ///   - maxFailures: The number of consecutive failures after which the sync ends.
    ///   - clock: The clock for pauses and timestamps.
    public init(
        _ replica: ReplicaStore, stores: [any SyncedStore], at place: CloudKitLocation,
        as access: CloudKitClient.Access, over transport: SyncTransport, maxFailures: Int = 4,
        clock: any SyncClock = SystemSyncClock()
    ) {
        self.replica = replica
        name = place.description
        let client = CloudKitClient(place, as: access, over: transport, clock: clock)
        service = DeviceSyncService(
            replica, over: CloudKitLink(client, ledger: StoredLedger(of: replica)), stores: stores,
            maxFailures: maxFailures, clock: clock)
    }

    /// Sends local changes and fetches remote changes once.
    ///
    /// - Parameter tell: Called with the progress after each response.
    /// - Returns: The report of the sync.
    /// - Throws: `IlkError` with `configuration` if the records are synced with a hub or another container,
    ///   and with `tryLater` if another program is syncing this replica. Also `StoreError`, errors of a store
    ///   and `CancellationError`.
    public func sync(
        tell: @escaping @Sendable (DeviceSyncService.Report) -> Void = { _ in }
    ) async throws -> DeviceSyncService.Report {
        let known = try await replica.cloudKitPlace()
        let hub = try await HubBinding.of(replica)
        guard hub == nil, known == nil || known == name else {
            throw IlkError(
                .configuration,
                "the records on this device are already synced with \(hub?.address ?? known ?? "another place")",
                hint: "use the same server as before, or --reset to sync everything with this container")
        }
        if known == nil { try await replica.setCloudKitPlace(name) }
        return try await service.sync(tell: tell)
    }
}
