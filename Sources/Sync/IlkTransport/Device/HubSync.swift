public import IlkSync
public import IlkSyncStore
import IlkVocabulary

/// Syncs a device's stores with an Ilk hub.
///
/// A replica is bound to one account of one hub. Records of different accounts are never mixed.
public struct HubSync: Sendable {
    private let replica: ReplicaStore
    private let link: HubLink
    private let service: DeviceSyncService

    /// Creates a sync.
    ///
    /// - Parameters:
    ///   - replica: The device's replica.
    ///   - stores: The stores to sync.
    ///   - transport: The transport to the hub.
    ///   - probe: A transport for checking that the hub is reachable again. With `nil`, the sync waits for
    ///     the full pauses.
    ///   - maxFailures: The number of consecutive failures after which the sync ends.
    ///   - clock: The clock for pauses and timestamps.
    public init(
        _ replica: ReplicaStore, stores: [any SyncedStore], over transport: SyncTransport,
        probe: SyncTransport? = nil, maxFailures: Int = 4,
        clock: any SyncClock = SystemSyncClock()
    ) {
        self.replica = replica
        let address = transport.address.text
        link = HubLink(transport, probe: probe) { account in
            try await HubBinding(address: address, account: account).note(in: replica)
        }
        service = DeviceSyncService(
            replica, over: link, stores: stores, maxFailures: maxFailures, clock: clock)
    }

    /// Returns `true` if the hub is reachable.
    public func isReachable() async -> Bool { await link.isReachable() }

    /// Sends local changes and fetches remote changes once.
    ///
    /// - Parameter tell: Called with the progress after each response.
    /// - Returns: The report of the sync.
    /// - Throws: `IlkError` with `configuration` if the records are synced with iCloud, or if the token
    ///   belongs to another account than the records. In both cases, no record was sent. `IlkError` with
    ///   `tryLater` if another program is syncing this replica. Also `StoreError`, errors of a store and
    ///   `CancellationError`.
    public func sync(
        tell: @escaping @Sendable (DeviceSyncService.Report) -> Void = { _ in }
    ) async throws -> DeviceSyncService.Report {
        if let place = try await replica.cloudKitPlace() {
            throw IlkError(
                .configuration, "the records on this device are already synced with iCloud (\(place))",
                hint: "sync with iCloud, or use --reset to sync everything with this hub")
        }
        let report = try await service.sync(tell: tell)
        guard link.isOtherAccount else { return report }
        let place = try await HubBinding.of(replica)
        throw IlkError(
            .configuration,
            "the records on this device are already synced with another account"
                + (place.map { ", at \($0.address)" } ?? ""),
            hint: "use a token of that account, or --reset to sync everything with this account")
    }
}
