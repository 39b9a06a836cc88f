public import IlkSync
public import IlkSyncStore
import IlkVocabulary

/// Syncs a device's stores with a hub of ours, and with no other account of it or of another hub: the records of one are never
/// mixed with those of the other.
public struct HubSync: Sendable {
    private let replica: ReplicaStore
    private let link: HubLink
    private let service: DeviceSyncService

    /// A sync of a replica and its stores with the hub of a transport.
    ///
    /// - Parameters:
    ///   - probe: By which it is noticed that the hub can be reached again; nil to wait the pauses out.
    ///   - patience: After how many failures in a row it gives up.
    public init(
        _ replica: ReplicaStore, stores: [any SyncedStore], over transport: SyncTransport,
        probe: SyncTransport? = nil, patience: Int = 4,
        clock: any SyncClock = SystemSyncClock()
    ) {
        self.replica = replica
        let address = transport.address.text
        link = HubLink(transport, probe: probe) { account in
            try await HubPlace(address: address, account: account).note(in: replica)
        }
        service = DeviceSyncService(
            replica, over: link, stores: stores, patience: patience, clock: clock)
    }

    /// Whether the hub can be reached.
    public func isReachable() async -> Bool { await link.isReachable() }

    /// Sends what is new here, and reads what is new there, once.
    ///
    /// - Parameter tell: Is told how far it is, after each answer.
    /// - Throws: `IlkError`: `configuration` when the token is of another account than the records, before anything of
    ///   them was sent; `tryLater` when another program syncs this replica. `StoreError`, what a store throws,
    ///   `CancellationError`.
    public func sync(
        tell: @escaping @Sendable (DeviceSyncService.Report) -> Void = { _ in }
    ) async throws -> DeviceSyncService.Report {
        if let place = try await replica.cloudKitPlace() {
            throw IlkError(
                .configuration, "these records are synced with iCloud (\(place))",
                hint: "sync with that, or say --anew to begin with this hub")
        }
        let report = try await service.sync(tell: tell)
        guard link.isElsewhere else { return report }
        let place = try await HubPlace.of(replica)
        throw IlkError(
            .configuration,
            "these records are synced with another account" + (place.map { ", at \($0.address)" } ?? ""),
            hint: "use its token, or say --anew to begin with this account")
    }
}
