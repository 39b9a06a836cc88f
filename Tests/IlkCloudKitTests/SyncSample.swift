import IlkCloudKit
import IlkStore
import IlkSync
import IlkSyncStore
import IlkTransport

/// The sample of the page about sync. It is compiled, but not run: it needs Apple's server. RepositoryTests compare
/// it with the page.
enum SyncSample {
    static func sync(_ stores: [any SyncedStore], apiToken: String, signInToken: String) async throws {
        // Sample of docs/reference/sync-protocol.md
        guard let place = CloudKitLocation(container: "iCloud.org.example"),
            let address = WebAddress(CloudKitLocation.server)
        else { return }
        let replica = try ReplicaStore.open(.file("device.sqlite"))
        let tokens = ReplicaTokenKeeper(replica)
        try await tokens.keep(signInToken)
        let transport = SyncTransport(
            to: address, token: nil, client: CurlClient(limits: CloudKitClient.webLimits))
        let service = CloudKitSync(
            replica, stores: stores, at: place, as: .user(apiToken: apiToken, tokens), over: transport)
        let report = try await service.sync()
        // End of sample
        print(report)
    }
}
