import CloudKitSimulation
import Foundation
import IlkStore
import IlkSync
import IlkSyncStore
import IlkVocabulary
import SyncTestSupport
import Synchronization
import IlkTransport
import TestSupport
import Testing

@testable import IlkCloudKit

/// A container of the stand-in, reached over loopback connections.
private struct CloudKitLinkFixture: SyncLinkConformance.Fixture {
    let standIn: FakeCloudKit
    let server: LoopbackServer
    /// The developer's key, or `nil` for a user's private database.
    let key: CloudKitKey?

    init(
        _ key: CloudKitKey? = nil,
        verify: @escaping @Sendable (FakeCloudKit.Signed) -> Bool = { _ in false }
    )
        throws
    {
        let standIn = FakeCloudKit(verify: verify)
        self.standIn = standIn
        self.key = key
        server = try LoopbackServer(for: .seconds(900)) {
            standIn.answer($0, at: Date.now.timeIntervalSince1970)
        }
    }

    private func link(_ access: CloudKitClient.Access, _ replica: ReplicaStore) throws -> any SyncLink {
        try #require(
            standIn.link(
                as: access, at: server.address, over: CurlClient(limits: CloudKitClient.webLimits),
                ledger: StoredLedger(of: replica)))
    }

    func link(for replica: ReplicaStore) async throws -> any SyncLink {
        if let key { return try link(.server(key), replica) }
        let keeper = ReplicaTokenKeeper(replica)
        try await keeper.keep(standIn.signIn())
        return try link(.user(apiToken: standIn.apiToken, keeper), replica)
    }

    func stranger(for replica: ReplicaStore) async throws -> any SyncLink {
        if key != nil { return try link(.server(CloudKitKey(id: "another", pem: TestKeys.sec1)), replica) }
        let keeper = ReplicaTokenKeeper(replica)
        try await keeper.keep("nobody")
        return try link(.user(apiToken: standIn.apiToken, keeper), replica)
    }
}

@Suite(.enabled(if: CurlClient.isAvailable, "built without the trait Network"))
struct `CloudKit over HTTP` {
    @Test func `a user's private database passes the conformance suite`() async throws {
        let room = try CloudKitLinkFixture()
        try await SyncLinkConformance(room).hold()
        #expect(
            room.standIn.visits.allSatisfy { $0.status < 500 && $0.items <= 200 && $0.traceparent != nil })
    }

    @Test(.enabled(if: TestLength.isLong, "long; ILK_LONG=1 runs it"))
    func `the public database with a developer's key passes the conformance suite`() async throws {
        let verifier = try #require(P256Verifier(x: TestKeys.x, y: TestKeys.y))
        let count = Atomic<Int>(0)
        let room = try CloudKitLinkFixture(CloudKitKey(id: "key-1", pem: TestKeys.sec1)) { signed in
            guard signed.key == "key-1" else { return false }
            // Verification is slow, so only check a sample of the requests.
            let number = count.add(1, ordering: .relaxed).newValue
            if number > 20, number % 16 != 0 { return true }
            let digest = Data(ContentDigest(of: signed.body).bytes).base64EncodedString()
            let text = "\(signed.date):\(digest):\(signed.path)"
            return verifier.isSigned(Array(text.utf8), by: signed.signature)
        }
        try await SyncLinkConformance(room).hold()
        #expect(room.standIn.count(CloudKitRecord.type, in: "private") == 0)
        #expect(room.standIn.count(CloudKitRecord.type, in: "public") > 2500)
    }
}
