import IlkAPI
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary
import Testing

@Suite("POST /v1/log/{taxonomy}/purge") struct LogPurgeRoutesTests {
    private static let texts = ["see you at 8 then", "x = 1;", "y = 2;"]
    private static let path = "/v1/log/doctype/purge"

    @Test(arguments: [
        (#""all":true"#, 3), (#""category":"code""#, 2), (#""match":"see""#, 1),
        (#""entries":["-1","-2"]"#, 2),
        (#""olderThan":"1970-01-02""#, 3), (#""olderThan":"1970-01-02","category":"message""#, 1),
        (#""keep":6"#, 2),
    ])
    func `entries are counted, and erased with the tag of the count`(
        criteria: String, expected: Int
    ) async throws {
        let desk = try await LogDesk(Self.texts)
        let counted = try await desk.send("POST", Self.path, as: .admin, "{\(criteria)}")
        #expect(try await counted.json["records"] == .integer(Int64(expected)))
        #expect(try await counted.json["isDryRun"] == .bool(true))
        #expect(try await desk.store.count() == 3)
        let tag = try #require(counted.headers["ETag"])
        let erased = try await desk.send(
            "POST", Self.path, as: .admin, headers: ["If-Match": tag], "{\(criteria),\"dryRun\":false}")
        #expect(try await erased.json["records"] == .integer(Int64(expected)))
        #expect(try await desk.store.count() == 3 - expected)
    }

    @Test func `nothing is erased without a count, or after a change`() async throws {
        let desk = try await LogDesk(Self.texts)
        let tag = try #require(
            try await desk.send("POST", Self.path, as: .admin, #"{"all":true}"#).headers["ETag"])
        let erase = #"{"all":true,"dryRun":false}"#
        let unseen = try await desk.send("POST", Self.path, as: .admin, erase)
        #expect(unseen.status == 428)
        let other = try await desk.send(
            "POST", Self.path, as: .admin, headers: ["If-Match": tag], #"{"keep":0,"dryRun":false}"#)
        #expect(other.status == 412)
        _ = try await desk.store.insert([
            LogRecord(id: desk.store.nextID(), seconds: 9, category: "code", text: "z = 3;")
        ])
        let changed = try await desk.send("POST", Self.path, as: .admin, headers: ["If-Match": tag], erase)
        #expect(changed.status == 412)
        #expect(try await desk.store.count() == 4)
    }

    @Test(arguments: ["*", "W/"])
    func `an asterisk or a weak tag does not stand for a count`(prefix: String) async throws {
        let desk = try await LogDesk(Self.texts)
        let tag = try #require(
            try await desk.send("POST", Self.path, as: .admin, #"{"all":true}"#).headers["ETag"])
        let known = prefix == "*" ? prefix : prefix + tag
        let erased = try await desk.send(
            "POST", Self.path, as: .admin, headers: ["If-Match": known], #"{"all":true,"dryRun":false}"#)
        #expect(erased.status == 412)
        #expect(try await desk.store.count() == 3)
    }

    @Test func `a count by position does not permit to erase an entry that was logged later`() async throws {
        let desk = try await LogDesk(Self.texts)
        let tag = try #require(
            try await desk.send("POST", Self.path, as: .admin, #"{"entries":["-1"]}"#).headers["ETag"])
        // The new text has as many bytes as the counted one.
        _ = try await desk.store.insert([
            LogRecord(id: desk.store.nextID(), seconds: 9, category: "code", text: "z = 3;")
        ])
        let erased = try await desk.send(
            "POST", Self.path, as: .admin, headers: ["If-Match": tag],
            #"{"entries":["-1"],"dryRun":false}"#)
        #expect(erased.status == 412)
        #expect(try await desk.store.count() == 4)
    }

    @Test func `due entries are those of the retention rules`() async throws {
        let desk = try await LogDesk(Self.texts)
        try await desk.store.setRetention([LogRetention(age: 86_400, category: "code")])
        let counted = try await desk.send("POST", Self.path, as: .admin, #"{"due":true}"#)
        #expect(try await counted.json["records"] == .integer(2))
        _ = try await desk.send(
            "POST", Self.path, as: .admin, headers: ["If-Match": counted.headers["ETag"] ?? ""],
            #"{"due":true,"dryRun":false}"#)
        #expect(try await desk.store.entries(newest: 9).map(\.log.text) == ["see you at 8 then"])
    }

    @Test(arguments: [
        ("{}", 422, "invalid-body"), (#"{"all":true,"category":"code"}"#, 422, "invalid-body"),
        (#"{"olderThan":"soon"}"#, 422, "invalid-body"), (#"{"category":"x"}"#, 422, "unknown-label"),
        (#"{"match":"-"}"#, 422, "invalid-query"), (#"{"entries":["-9"]}"#, 404, "no-such-record"),
    ])
    func `wrong criteria are refused`(body: String, status: Int, type: String) async throws {
        let desk = try await LogDesk(Self.texts)
        let response = try await desk.send("POST", Self.path, as: .admin, body)
        #expect(response.status == status)
        #expect(try await desk.problem(response) == type)
    }

    @Test func `the header If-Match is documented, and is no parameter of the query`() async throws {
        let desk = try await LogDesk([])
        let document = try await desk.desk.send("GET", "/openapi.json").json
        let route = document["paths"]?["/v1/log/{taxonomy}/purge"]?["post"]
        let header = route?["parameters"]?.elements?.first { $0["in"]?.string == "header" }
        #expect(header?["name"]?.string == "If-Match")
        let response = try await desk.send("POST", Self.path + "?If-Match=1", as: .admin, #"{"all":true}"#)
        #expect(response.status == 400)
        #expect(try await desk.problem(response) == "unknown-parameter")
    }

    @Test func `a purge needs the scope admin`() async throws {
        let desk = try await LogDesk(Self.texts)
        for scope in AccessScope.allCases {
            let response = try await desk.send("POST", Self.path, as: scope, #"{"all":true}"#)
            #expect(response.status == (scope == .admin ? 200 : 403), "\(scope)")
        }
    }
}
