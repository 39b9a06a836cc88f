import Foundation
import IlkCalls
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import StoreTestSupport
import Testing

@Suite("GET /v1/stores") struct StoreRoutesTests {
    private func items(_ response: APIResponse) async throws -> [String: JSONTree] {
        let items = try await response.json["items"]?.elements ?? []
        return Dictionary(uniqueKeysWithValues: items.map { ($0["name"]?.string ?? "", $0) })
    }

    @Test func `stores are listed with their files, and checked on request`() async throws {
        let desk = try await LogDesk(["see you at 8 then"])
        let listed = try await items(desk.get("/v1/stores", as: .admin))
        #expect(
            Set(listed.keys) == ["calls", "mail", "usage", "debug", "hub", "service", "log-doctype"])
        #expect(listed["calls"]?["exists"]?.bool == false && listed["calls"]?["bytes"]?.integer == 0)
        let log = try #require(listed["log-doctype"])
        #expect(log["path"]?.string == desk.folders.log(taxonomy: "doctype"))
        #expect(log["ledger"]?["stored"]?.integer == 1 && log["isBalanced"]?.bool == true)
        #expect(log["schema"]?.integer == log["programSchema"]?.integer && log["isChecked"] == nil)
        let checked = try await items(desk.get("/v1/stores?check=true", as: .admin))
        #expect(checked["log-doctype"]?["isChecked"]?.bool == true)
        #expect(checked["log-doctype"]?["fault"] == nil)
        #expect(try await desk.get("/v1/stores", as: .train).status == 403)
    }

    @Test func `a file that is no store is listed with its fault`() async throws {
        let desk = try await LogDesk([])
        try Data("no database".utf8).write(to: URL(filePath: desk.folders.calls), options: .atomic)
        let calls = try #require(try await items(desk.get("/v1/stores", as: .admin))["calls"])
        #expect(calls["exists"]?.bool == true && calls["fault"]?.string?.isEmpty == false)
    }

    @Test func `a backup has all records and leaves no file`() async throws {
        let desk = try await LogDesk([])
        let store = try CallLogStorage.open(.file(desk.folders.calls))
        let contact = try await store.contact(creatingNamed: "Ann").contact
        try await store.saveCallLog(CallDraft(contactId: contact.id, calledAt: .now, notes: "hello"))
        let response = try await desk.get("/v1/stores/calls/backup", as: .admin)
        #expect(response.headers["Content-Type"] == "application/vnd.sqlite3")
        let bytes = Array(try await response.parts.joined())
        #expect(response.headers["Content-Length"] == "\(bytes.count)")
        let scratch = try Scratch()
        try Data(bytes).write(to: URL(filePath: scratch.path("calls.sqlite")), options: .atomic)
        let copy = try CallLogStorage.open(.file(scratch.path("calls.sqlite")))
        #expect(try await copy.fetchCallLogs().map(\.notes) == ["hello"])
        try copy.close()
        try store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: desk.folders.data)
        #expect(names.allSatisfy { !$0.contains("copy") })
        for name in ["mail", "nothing", "..%2fcalls"] {
            #expect(try await desk.get("/v1/stores/\(name)/backup", as: .admin).status == 404)
        }
        #expect(try await desk.get("/v1/stores/calls/backup", as: .read).status == 403)
    }

    @Test func `two backups exist at a time, until they are sent`() async throws {
        let desk = try await LogDesk(["see you at 8 then"])
        let path = "/v1/stores/log-doctype/backup"
        var held: [APIResponse] = []
        for _ in 0..<2 { held.append(try await desk.get(path, as: .admin)) }
        #expect(held.map(\.status) == [200, 200])
        let refused = try await desk.get(path, as: .admin)
        #expect(refused.status == 429 && refused.headers["Retry-After"] == "5")
        held.removeLast()
        #expect(try await desk.get(path, as: .admin).status == 200)
        #expect(held.count == 1)
    }
}
