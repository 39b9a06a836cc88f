import Foundation
import IlkAPI
import IlkFraming
import IlkHTTP
import IlkLog
import IlkSyncStore
import IlkVocabulary
import Testing

@Suite("recorded changes") struct ChangeRecordingTests {
    private static let correction = #"{"category":"document"}"#
    private static let path = "/v1/log/doctype/-1/corrections"

    private func changes(_ desk: LogDesk, query: String = "") async throws -> [JSONTree] {
        try await desk.get("/v1/audit" + query, as: .admin).json["items"]?.elements ?? []
    }

    // MARK: The audit log

    @Test func `each route that changes stored data is recorded`() async throws {
        let desk = try await LogDesk([])
        let others = desk.desk.dispatcher.table.routes.filter { !$0.isChange }
        #expect(others.allSatisfy { ["GET", "POST"].contains($0.method.rawValue) })
        let writing = others.filter { $0.method == .post }
        #expect(Set(writing.compactMap { $0.access.scope }) == ["classify", "read", "sync"])
        #expect(desk.desk.dispatcher.table.routes.allSatisfy { $0.isChange || !$0.createsOnce })
    }

    @Test func `a change is recorded with the token, the path and the status`() async throws {
        let desk = try await LogDesk(["x = 1;"])
        let id = "01234567-89AB-CDEF-0123-456789ABCDEF"
        _ = try await desk.send(
            "POST", Self.path, as: .correct, headers: ["X-Correlation-ID": id], Self.correction)
        let change = try #require(try await changes(desk).first)
        #expect(change["token"]?.string == "correct" && change["account"]?.string == "home")
        #expect(change["route"]?.string == "/v1/log/{taxonomy}/{entry}/corrections")
        #expect(change["subject"]?.string == Self.path && change["method"]?.string == "POST")
        #expect(change["status"]?.integer == 201 && change["problem"] == nil)
        #expect(change["correlation"]?.string == id)
    }

    @Test func `a refused change is recorded, and a request without a change is not`() async throws {
        let desk = try await LogDesk(["x = 1;"])
        _ = try await desk.send("POST", Self.path, as: .read, Self.correction)
        _ = try await desk.send("POST", "/v1/models/doctype/rollback", as: .train, #"{"reason":"a"}"#)
        for (path, body) in [
            (Self.path, "{}"), (Self.path, #"{"category":"x"}"#), (Self.path, #"{"withdraw":true}"#),
            ("/v1/log/doctype/purge", #"{"all":true}"#), ("/v1/log/doctype/-7/corrections", Self.correction),
        ] {
            _ = try await desk.send("POST", path, as: .admin, body)
        }
        _ = try await desk.get("/v1/log/doctype")
        let found = try await changes(desk)
        #expect(found.map { $0["status"]?.integer } == [409, 403])
        #expect(found.map { $0["problem"]?.string } == ["conflict", "scope"])
        #expect(found.map { $0["token"]?.string } == ["train", "read"])
    }

    @Test func `changes are listed by page, token and time for admin alone`() async throws {
        let desk = try await LogDesk(["x = 1;"])
        for label in ["document", "email", "message"] {
            _ = try await desk.send("POST", Self.path, as: .correct, #"{"category":"\#(label)"}"#)
        }
        _ = try await desk.send("POST", Self.path, as: .admin, Self.correction)
        let first = try await desk.get("/v1/audit?limit=3", as: .admin)
        let next = try #require(try await first.json["next"]?.string)
        #expect(first.headers["Link"] == "<\(next)>; rel=\"next\"")
        #expect(try await desk.get(next, as: .admin).json["items"]?.elements?.count == 1)
        #expect(try await changes(desk, query: "?token=correct").count == 3)
        #expect(try await changes(desk, query: "?until=2001-01-01").isEmpty)
        #expect(try await changes(desk, query: "?since=1d").count == 4)
        #expect(try await desk.get("/v1/audit", as: .train).status == 403)
        #expect(try await desk.get("/v1/audit?since=soon", as: .admin).status == 400)
    }

    // MARK: Repeated requests

    private func correct(
        _ desk: LogDesk, key: String, as scope: AccessScope = .correct, _ body: String = correction
    ) async throws -> APIResponse {
        try await desk.send("POST", Self.path, as: scope, headers: ["Idempotency-Key": key], body)
    }

    @Test func `a repeated request is answered with the first response and changes nothing`() async throws {
        let desk = try await LogDesk(["x = 1;"])
        let first = try await correct(desk, key: "k1")
        let again = try await correct(desk, key: "k1")
        #expect(first.status == 201 && again.status == 201)
        #expect(try await again.text == first.text.replacing(#","text":"x = 1;""#, with: ""))
        #expect(again.headers["Location"] == first.headers["Location"])
        #expect(again.headers["Content-Type"] == first.headers["Content-Type"])
        #expect(first.headers["Idempotency-Replayed"] == nil)
        #expect(again.headers["Idempotency-Replayed"] == "true")
        let entry = try await desk.store.entries(newest: 1)[0].id
        #expect(try await desk.store.history(of: entry).count == 1)
        #expect(try await changes(desk).count == 1)
    }

    @Test func `a key belongs to a token and to one request`() async throws {
        let desk = try await LogDesk(["x = 1;"])
        _ = try await correct(desk, key: "k1")
        let other = try await correct(desk, key: "k1", #"{"category":"email"}"#)
        #expect(other.status == 422)
        #expect(try await desk.problem(other) == "key-reused")
        #expect(try await correct(desk, key: "k1", as: .admin).headers["Idempotency-Replayed"] == nil)
        #expect(try await correct(desk, key: "k2", #"{"category":"email"}"#).status == 201)
    }

    @Test func `a request that was refused can be repeated with its key`() async throws {
        let desk = try await LogDesk(["x = 1;"])
        #expect(try await correct(desk, key: "k1", #"{"category":"x"}"#).status == 422)
        #expect(try await correct(desk, key: "k1").status == 201)
    }

    @Test(arguments: ["", "a b", "\u{E9}", String(repeating: "k", count: 256)])
    func `a key is 1 to 255 visible characters`(key: String) async throws {
        let desk = try await LogDesk(["x = 1;"])
        let response = try await correct(desk, key: key)
        #expect(response.status == 400)
        #expect(try await desk.problem(response) == "invalid-parameter")
    }

    @Test func `a repeated training is the same job`() async throws {
        let desk = try await LogDesk([])
        let body = #"{"text":"a","label":"x"}"#
        var paths: Set<String> = []
        for _ in 0..<2 {
            let response = try await desk.send(
                "POST", "/v1/train?taxonomy=tools", as: .train, headers: ["Idempotency-Key": "k1"],
                type: "application/x-ndjson", body)
            #expect(response.status == 202)
            paths.insert(try #require(response.headers["Location"]))
        }
        #expect(paths.count == 1)
        await desk.queue.close()
    }
}
