import IlkFiles
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import TestSupport
import Testing

@Suite("conflict copies in the API") struct SyncConflictRoutesTests {
    private static let path = "/v1/sync/conflicts/delete"
    private static let copy = "7380594C-C505-D87E-E56F-7FA4EE12AAB7"
    private static let unknown = "00000000-0000-7000-8000-000000000000"

    private static func body(_ store: String, _ copies: String...) -> String {
        let list = copies.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"store\":\"\(store)\",\"copies\":[\(list)]}"
    }

    private func total(_ desk: LogDesk) async throws -> Int? {
        try await desk.get("/v1/sync/conflicts").json["total"]?.integer
    }

    @Test func `a replaced value is listed with the kept value, and an administrator deletes it`()
        async throws
    {
        let desk = try await LogDesk([])
        #expect(try await total(desk) == 0)
        try desk.addConflictCopy()
        let item = try #require(try await desk.get("/v1/sync/conflicts").json["items"]?.elements?.first)
        #expect(item["store"]?.string == "usage" && item["collection"]?.string == "usage.session")
        #expect(item["record"]?.string == "01A21848-53E8-71CA-AAF5-1F28504ABA84")
        #expect(item["replaced"]?["value"]?.string?.contains("Supper") == true)
        #expect(item["kept"]?["value"]?.string?.contains("Dinner") == true)
        #expect(item["id"]?.string == Self.copy)
        for scope in [AccessScope.read, .correct, .train] {
            let refused = try await desk.send("POST", Self.path, as: scope, Self.body("usage", Self.copy))
            #expect(refused.status == 403, "\(scope)")
        }
        let deleted = try await desk.send("POST", Self.path, as: .admin, Self.body("usage", Self.copy))
        #expect(try await deleted.json["deleted"]?.integer == 1)
        #expect(try await total(desk) == 0)
        let stores = try await desk.get("/v1/sync/status").json["stores"]?.elements
        #expect(stores?.first { $0["name"]?.string == "usage" }?["waiting"]?.integer == 1)
    }

    @Test(arguments: [
        (body("usage", unknown), 404), (body("usage", copy, unknown), 404), (body("log-doctype", copy), 404),
        (body("calls", copy), 404), (body("usage", String(repeating: "x", count: 36)), 404),
        (body("usage", "-1"), 422), (body("usage"), 422), ("{}", 422),
    ])
    func `unknown copies are refused, and none is deleted`(body: String, status: Int) async throws {
        let desk = try await LogDesk([])
        try desk.addConflictCopy()
        #expect(try await desk.send("POST", Self.path, as: .admin, body).status == status)
        #expect(try await total(desk) == 1)
    }

    @Test func `no copy is deleted while another program syncs the store`() async throws {
        let desk = try await LogDesk([])
        try desk.addConflictCopy()
        let replica = try #require(try ReplicaStore.existing(ofStore: desk.folders.usage))
        let held = try #require(try replica.syncLock()).heldLock(timeout: .milliseconds(10))
        let refused = try await desk.send("POST", Self.path, as: .admin, Self.body("usage", Self.copy))
        #expect(refused.status == 409)
        withExtendedLifetime(held) {}
        #expect(try await total(desk) == 1)
        try replica.close()
    }
}

extension LogDesk {
    /// Adds the usage of an earlier program. Two devices had changed the title of a session: 'Dinner' replaced
    /// 'Supper'.
    func addConflictCopy() throws {
        for ending in ["", ".sync"] {
            try FormerRelease.unpack("stores/usage.sqlite" + ending, to: folders.usage + ending)
        }
    }
}
