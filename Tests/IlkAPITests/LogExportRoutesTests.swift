import IlkAPI
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkVocabulary
import Testing

@Suite("counts and exports of the log") struct LogExportRoutesTests {
    private static let texts = ["see you at 8 then", "x = 1;", "y = 2;"]

    @Test func `entries are counted by the fields that the request names`() async throws {
        let desk = try await LogDesk(Self.texts)
        let all = try await desk.get("/v1/log/doctype/stats").json
        #expect(all["entries"] == .integer(3) && all["ledger"]?["stored"] == .integer(3))
        #expect(all["isBalanced"] == .bool(true))
        #expect(all["groups"]?.elements?.map { $0["entries"] } == [.integer(3)])
        let groups = try await desk.get("/v1/log/doctype/stats?by=category,day&category=code").json["groups"]
        #expect(groups?.elements?.map { $0["entries"] } == [.integer(2)])
        #expect(groups?.elements?.first?["category"]?.string == "code")
        #expect(groups?.elements?.first?["day"]?.string == "1970-01-01")
        #expect(groups?.elements?.first?["bytes"] == .integer(12))
        let late = try await desk.get("/v1/log/doctype/stats?since=1970-01-01T00:00:01Z").json["groups"]
        #expect(late?.elements?.map { $0["entries"] } == [.integer(2)])
        let hours = try await desk.get("/v1/log/doctype/stats?by=hour").json["groups"]?.elements
        #expect(hours?.map { $0["entries"] } == [.integer(3)])
        #expect(hours?.first?["hour"]?.string?.hasPrefix("1970-01-01T00") == true)
        #expect(hours?.first?["bytes"] == nil)
        let wrong = try await desk.get("/v1/log/doctype/stats?by=category,week")
        #expect(wrong.status == 400)
        #expect(try await wrong.json["errors"]?.elements?.first?["allowed"]?.elements?.count == 5)
    }

    @Test func `an export has the records that an import reads`() async throws {
        let desk = try await LogDesk(Self.texts)
        try await desk.store.correct(.newest(1), to: "document", author: "Ida")
        let export = try await desk.get("/v1/log/doctype/export")
        #expect(export.headers["Content-Type"] == "application/x-ndjson")
        let records = try await export.text.split(separator: "\n").map {
            try LogRecordJSON.record(Array($0.utf8)[...], newID: desk.store.nextID)
        }
        #expect(records.map(\.text) == Self.texts && records.last?.corrections.map(\.author) == ["Ida"])
        let csv = try await desk.get("/v1/log/doctype/export?category=code", headers: ["Accept": "text/csv"])
        let rows = CommaSeparated.rows(Array(try await csv.text.utf8)).map { $0.fields?[3] ?? "" }
        #expect(rows == ["text", "x = 1;", "y = 2;"])
        let head = try await desk.send("HEAD", "/v1/log/doctype/export")
        #expect(head.status == 200)
        #expect(try await head.text.isEmpty)
    }
}
