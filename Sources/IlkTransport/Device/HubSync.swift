public import IlkSyncStore

/// Syncs a device's stores with a hub of ours, and with no other account of it or of another hub: the records of one are never
/// mixed with those of the other.
public struct HubSync: Sendable {
    private let replica: ReplicaStore
    private let link: HubLink
    private let service: DeviceSyncService

    /// A sync of a replica and its stores with the hub of a transport.
    ///
    /// - Parameters:
    ///   - patience: After how many failures in a row it gives up.
    public init(
        _ replica: ReplicaStore, stores: [any SyncedStore], over transport: SyncTransport, patience: Int = 4,
        clock: any SyncClock = SystemSyncClock()
    ) {
        self.replica = replica
        let address = transport.address.text
        link = HubLink(transport) { account in
            try await HubPlace(address: address, account: account).note(in: replica)
        }
        service = DeviceSyncService(
            replica, over: link, stores: stores, patience: patience, clock: clock)
    }

    /// Sends what is new here, and reads what is new there, once.
    ///
    /// - Parameter tell: Is told how far it is, after each answer.
    /// - Throws: ``TransportError``: `otherAccount` when the token is of another account than the records, before anything of
    ///   them was sent; `busy` when another program syncs this replica. `StoreError`, what a store throws,
    ///   `CancellationError`.
    public func sync(
        tell: @escaping @Sendable (DeviceSyncService.Report) -> Void = { _ in }
    ) async throws -> DeviceSyncService.Report {
        let report = try await service.sync(tell: tell)
        guard link.isElsewhere else { return report }
        let place = try await HubPlace.of(replica)
        throw TransportError(
            .otherAccount,
            "these records are synced with another account" + (place.map { ", at \($0.address)" } ?? ""),
            hint: "use its token, or say --anew to begin with this account")
    }
}
