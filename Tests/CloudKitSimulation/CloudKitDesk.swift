import Foundation
package import IlkStore
package import IlkSyncStore
package import IlkCloudKit
package import IlkTransport
import Synchronization
package import TestSupport

/// Delivers requests to the CloudKit stand-in within the process.
package struct CloudKitCarrier: WebClient {
    private let standIn: FakeCloudKit
    private let now: @Sendable () -> Double

    /// - Parameter now: The time at the server, in seconds since 1970.
    package init(_ standIn: FakeCloudKit, now: @escaping @Sendable () -> Double) {
        self.standIn = standIn
        self.now = now
    }

    package func send(_ request: WebRequest) async throws(WebFailure) -> WebReply {
        let headers = Dictionary(
            request.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        let target = request.url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
        let reply = standIn.answer(
            LoopbackRequest(
                method: request.method.rawValue, target: String(target), headers: headers,
                body: request.body ?? []), at: now())
        if reply.isDropped { throw WebFailure(.broken, "Empty reply from server") }
        return WebReply(status: reply.status, headers: reply.headers, body: reply.body)
    }
}

package final class MemoryTokenKeeper: WebTokenStore {
    private struct Full: Error {}

    private let state: Mutex<(token: String?, isFull: Bool)>

    package init(_ token: String?) { state = Mutex((token, false)) }

    /// Lets writes fail, as on a full disk.
    package func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    package func token() async -> String? { state.withLock { $0.token } }

    package func keep(_ token: String) async throws {
        try state.withLock { state in
            if state.isFull { throw Full() }
            state.token = token
        }
    }
}

extension FakeCloudKit {
    package static func place() -> CloudKitLocation? { CloudKitLocation(container: container) }

    /// Returns a link to the container.
    ///
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - client: The HTTP client.
    ///   - ledger: The device's ledger.
    package func link(
        as access: CloudKitClient.Access, at address: String = CloudKitLocation.server,
        over client: any WebClient,
        ledger: any SequenceLedger, clock: any SyncClock = SystemSyncClock(),
        ids: RecordIDSource = RecordIDSource(),
        dice: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) -> CloudKitLink? {
        guard let place = Self.place(), let address = WebAddress(address) else { return nil }
        let transport = SyncTransport(to: address, token: nil, client: client, ids: ids)
        return CloudKitLink(
            CloudKitClient(place, as: access, over: transport, clock: clock), ledger: ledger, randomBits: dice
        )
    }
}
