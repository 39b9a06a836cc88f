import Foundation
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary
import Testing

@testable import IlkAPI

@Suite("GET /v1/log") struct LogRoutesTests {
    private static let texts = ["see you at 8 then", "Dear Ms. Hall,\nplease see the invoice.", "x = 1;"]

    private func texts(_ page: JSONTree) -> [String?] {
        page["items"]?.elements?.map { $0["text"]?.string } ?? []
    }

    @Test func `the logs are listed with their sizes, whether the server writes them or not`() async throws {
        for isOwn in [false, true] {
            let desk = try await LogDesk(Self.texts, isOwn: isOwn)
            let items = try await desk.get("/v1/log").json["items"]?.elements
            #expect(items?.map { $0["taxonomy"]?.string } == ["doctype"])
            #expect(items?.first?["entries"] == .integer(3))
            #expect(items?.first?["newest"]?.string == "1970-01-01T00:00:02.000Z")
        }
    }

    @Test func `pages follow one another by Link and next, newest first`() async throws {
        let desk = try await LogDesk(Self.texts)
        for (query, expected) in [("limit=2", [2, 1, 0]), ("limit=1&q=see", [1, 0])] {
            let first = try await desk.get("/v1/log/doctype?\(query)")
            let next = try #require(try await first.json["next"]?.string)
            #expect(first.headers["Link"] == "<\(next)>; rel=\"next\"")
            let isLong = try await first.text.utf8.count >= ContentCoding.minimumBytes
            #expect(first.headers["Vary"] == (isLong ? "Accept, Accept-Encoding" : "Accept"))
            #expect(next.hasPrefix("/v1/log/doctype?\(query)&cursor="))
            let second = try await desk.get(next)
            #expect(try await texts(first.json) + texts(second.json) == expected.map { Self.texts[$0] })
            #expect(try await second.json["next"] == nil && second.headers["Link"] == nil)
        }
    }

    @Test(arguments: [
        ("q=invoice", [1]), ("q=%22see+you%22", [0]), ("q=nothing", []), ("category=code", [2]),
        ("since=1970-01-01T00:00:01Z", [2, 1]), ("until=1970-01-01T00:00:01Z", [0]), ("since=1d", []),
        ("model=0000", []), ("category=code&q=see", []),
    ])
    func `entries are selected`(query: String, expected: [Int]) async throws {
        let desk = try await LogDesk(Self.texts)
        let page = try await desk.get("/v1/log/doctype?\(query)")
        #expect(try await texts(page.json) == expected.map { Self.texts[$0] }, "\(query)")
    }

    @Test func `entries are selected by their human label, and corrections are counted`() async throws {
        let desk = try await LogDesk(Self.texts)
        try await desk.store.correct(.newest(1), to: "email", source: .human)
        try await desk.store.correct(.newest(3), to: "email", source: .human)
        for (query, expected) in [
            ("correction=email", [2, 0]), ("correction=email&limit=1", [2]),
            ("correction=email&category=code", [2]), ("correction=email&q=see", [0]),
            ("correction=email&q=se*", [0]), ("correction=code", []),
        ] {
            let page = try await desk.get("/v1/log/doctype?\(query)")
            #expect(try await texts(page.json) == expected.map { Self.texts[$0] }, "\(query)")
        }
        let counts = try await desk.get("/v1/log/doctype/corrections").json["items"]?.elements
        #expect(counts?.map { $0["corrections"]?.integer } == [2])
        #expect(counts?.first?["category"]?.string == "email")
        #expect(try await desk.get("/v1/log/doctype/corrections?until=1d").json["items"]?.elements == [])
        _ = try await desk.store.withdrawCorrections(of: .newest(1), source: .human, author: nil)
        let left = try await desk.get("/v1/log/doctype?correction=email")
        #expect(try await texts(left.json) == [Self.texts[0]])
        let after = try await desk.get("/v1/log/doctype/corrections").json["items"]?.elements
        #expect(after?.map { $0["corrections"]?.integer } == [1])
    }

    @Test func `entries are counted by hour`() async throws {
        let desk = try await LogDesk(Self.texts)
        let all = try await desk.get("/v1/log/doctype/stats?by=hour,category").json["groups"]?.elements
        #expect(all?.compactMap { $0["entries"]?.integer }.reduce(0, +) == 3)
        #expect(all?.allSatisfy { $0["hour"]?.string == "1970-01-01T00:00:00Z" } == true)
        let some = try await desk.get("/v1/log/doctype/stats?by=hour&since=1970-01-01T00:00:01Z")
        #expect(try await some.json["groups"]?.elements?.map { $0["entries"]?.integer } == [2])
    }

    @Test(arguments: [
        ("/v1/log/doctype?q=-", 422, "invalid-query"), ("/v1/log/doctype?category=x", 422, "unknown-label"),
        ("/v1/log/doctype?since=soon", 400, "invalid-parameter"),
        ("/v1/log/doctype?limit=0", 400, "invalid-parameter"),
        ("/v1/log/doctype?cursor=x", 404, "no-such-page"),
        ("/v1/log/doctype?q=a&cursor=x", 404, "no-such-page"), ("/v1/log/x", 404, "no-such-taxonomy"),
        ("/v1/log/%20", 404, "no-such-taxonomy"), ("/v1/log/spam", 404, "no-such-record"),
        ("/v1/log/doctype/-9", 404, "no-such-record"), ("/v1/log/doctype/xyz", 404, "no-such-record"),
        ("/v1/log/doctype/00000000", 404, "no-such-record"),
        ("/v1/log/doctype/-9/explanation", 404, "no-such-record"),
    ])
    func `wrong requests are refused`(target: String, status: Int, type: String) async throws {
        let desk = try await LogDesk(Self.texts)
        let response = try await desk.get(target)
        #expect(response.status == status, "\(target)")
        #expect(try await desk.problem(response) == type, "\(target)")
    }

    @Test func `an unknown log gets a suggestion and the list of the logs`() async throws {
        let desk = try await LogDesk(Self.texts)
        let near = try await desk.get("/v1/log/doctyp").json["detail"]?.string
        #expect(
            near == "there is no log of the taxonomy 'doctyp'; did you mean 'doctype'? the logs are doctype")
        let far = try await desk.get("/v1/log/weather").json["detail"]?.string
        #expect(far == "there is no log of the taxonomy 'weather'; the logs are doctype")
    }

    @Test func `a page is JSON, NDJSON or CSV as the client prefers`() async throws {
        let desk = try await LogDesk(Self.texts)
        let lines = try await desk.get("/v1/log/doctype", headers: ["Accept": "application/x-ndjson"]).text
        #expect(lines.split(separator: "\n").count == 3)
        for accept in ["text/csv", "application/json;q=0.5, text/csv"] {
            let csv = try await desk.get("/v1/log/doctype?limit=1", headers: ["Accept": accept])
            #expect(csv.headers["Content-Type"] == "text/csv; charset=utf-8" && csv.headers["Link"] != nil)
            let rows = CommaSeparated.rows(Array(try await csv.text.utf8))
            #expect(rows.count == 2 && rows[0].fields == LogRecordCSV.names)
            #expect(rows[1].fields?[3] == "x = 1;")
        }
        let refused = try await desk.get("/v1/log/doctype", headers: ["Accept": "text/html"])
        #expect(refused.status == 406)
    }

    @Test func `an entry is found by its id, the end of it, and its place, with its history`() async throws {
        let desk = try await LogDesk(Self.texts)
        let newest = try await desk.get("/v1/log/doctype/-1").json
        let id = try #require(newest["entry"]?["id"]?.string)
        try await desk.store.correct(.newest(1), to: "message", author: "Ida")
        for reference in [id, String(id.suffix(8)), id.lowercased()] {
            let json = try await desk.get("/v1/log/doctype/\(reference)").json
            #expect(json["entry"]?["category"]?.string == "message" && json["entry"]?["id"]?.string == id)
            #expect(json["entry"]?["classified"] == newest["entry"]?["category"])
            #expect(json["history"]?.elements?.map { $0["author"]?.string } == ["Ida"])
        }
    }

    @Test func `an explanation has the verdict of the log`() async throws {
        let desk = try await LogDesk(Self.texts)
        let entry = try await desk.get("/v1/log/doctype/-3").json["entry"]
        let explained = try await desk.get("/v1/log/doctype/-3/explanation")
        #expect(explained.status == 200)
        let json = try await explained.json
        #expect(json["category"] == entry?["category"] && json["evidence"]?.elements?.isEmpty == false)
    }

    @Test func `a list that the client has is not sent again`() async throws {
        let desk = try await LogDesk(Self.texts)
        let tag = try #require(try await desk.get("/v1/log/doctype").headers["ETag"])
        let again = try await desk.get("/v1/log/doctype", headers: ["If-None-Match": tag])
        #expect(again.status == 304)
        try await desk.store.correct(.newest(1), to: "message")
        let changed = try await desk.get("/v1/log/doctype", headers: ["If-None-Match": tag])
        #expect(changed.status == 200)
    }

    @Test func `a log whose file was replaced is opened again`() async throws {
        let desk = try await LogDesk(Self.texts)
        #expect(try await desk.get("/v1/log/doctype").status == 200)
        try desk.store.close()
        let path = desk.store.location.path
        let folder = (path as NSString).deletingLastPathComponent
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasPrefix((path as NSString).lastPathComponent) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        let other = try ClassificationLogStore.open(.file(path))
        _ = try await other.insert([
            LogRecord(id: other.nextID(), seconds: 1, category: "code", text: "new")
        ])
        try other.close()
        #expect(try await texts(desk.get("/v1/log/doctype").json) == ["new"])
    }

    @Test func `reading needs the scope read or one that includes it`() async throws {
        let desk = try await LogDesk(Self.texts)
        for scope in AccessScope.allCases {
            let response = try await desk.get("/v1/log/doctype", as: scope)
            #expect(response.status == (scope.includes(.read) ? 200 : 403), "\(scope)")
        }
    }
}
