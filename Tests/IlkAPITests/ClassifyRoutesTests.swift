import IlkAPI
import IlkFraming
import IlkHTTP
import IlkVocabulary
import Testing

@Suite("POST /v1/classify") struct ClassifyRoutesTests {
    private static let text = "Hey Sarah, are we still on for lunch today?"

    @Test(
        arguments: [
            (nil, text), ("text/plain", text), ("text/plain; charset=utf-8", text),
            ("text/plain; charset=windows-1252", text), ("application/json", #"{"text":"\#(text)"}"#),
            ("application/x-www-form-urlencoded", text),
            ("application/x-www-form-urlencoded", "text=Hey+Sarah%2C+are+we+still+on+for+lunch+today%3F"),
        ] as [(String?, String)])
    func `a text has the same verdict in each form`(type: String?, body: String) async throws {
        let desk = try APIDesk()
        let response = try await desk.classify(body, type: type)
        #expect(response.status == 200 && response.headers["Content-Type"] == "application/json")
        #expect(try await response.json["category"]?.string == "message")
        let plain = try await desk.classify(Self.text, type: "text/plain")
        #expect(try await response.text == plain.text)
        let tag = try #require(response.headers["ETag"])
        let (model, rules) = (
            try await response.json["model"]?.string, try await response.json["rules"]?.string
        )
        #expect(tag == "\"\(model ?? "none")-\(rules ?? "none")\"")
    }

    @Test func `texts in other charsets are decoded, and invalid bytes are flagged`() async throws {
        let desk = try APIDesk()
        let text = "Schöne Grüße aus Köln – bis später"
        let expected = try await desk.classify(text, type: "text/plain").text
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let latin: [UInt8] = text.unicodeScalars.map { $0 == "–" ? 0x96 : UInt8($0.value) }
        let marked = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        for (charset, bytes) in [
            ("UTF-16", wide), ("UTF-16LE", wide), ("windows-1252", latin), ("UTF-8", marked),
        ] {
            let response = try await desk.send(
                "POST", "/v1/classify", type: "text/plain; charset=\(charset)", bytes)
            #expect(try await response.text == expected, "\(charset)")
        }
        let broken = try await desk.send(
            "POST", "/v1/classify", type: "text/plain; charset=windows-1252", Array("see you".utf8) + [0x81])
        #expect(try await broken.json["flags"] == .array([.string("repaired")]))
        for charset in ["nothing", "../x", "utf-8//ignore", String(repeating: "a", count: 50)] {
            let unknown = try await desk.classify("a", type: "text/plain; charset=\(charset)")
            #expect(unknown.status == 415, "\(charset)")
        }
    }

    /// A body of a media type, the query, and the status with the places of the faults.
    @Test(arguments: [
        ("application/json", #"{"text":"a","txt":"b"}"#, "", "422 /txt"),
        ("application/json", "{}", "", "422 /text"),
        ("application/json", #"{"text":"a","top":0,"threshold":2}"#, "", "422 /top /threshold"),
        ("application/json", #"{"text":"a","inputs":["b"]}"#, "", "422 /inputs"),
        ("application/json", #"{"inputs":["a",{"text":"b","top":1}]}"#, "", "422 /inputs/1/top"),
        ("application/json", "[]", "", "422 "), ("application/json", "{", "", "400"),
        ("application/json", #"{"text":"a","taxonomy":"nothing"}"#, "", "404"),
        ("application/json", #"{"text":"\#(String(repeating: "x", count: 101))"}"#, "", "413 /text"),
        ("application/json", #"{"inputs":["\#(String(repeating: "x", count: 101))"]}"#, "", "413 /inputs/0"),
        ("text/plain", String(repeating: "x", count: 101), "", "413"),
        ("text/plain", "a", "?taxonomy=nothing", "404"), ("text/plain", "a", "?tpo=1", "400 tpo"),
        ("text/plain", "a", "?top=no&explain=1", "400 top explain"),
        ("application/x-ndjson", "", "?taxonomy=nothing", "404"), ("image/png", "a", "", "415"),
        ("application/x-www-form-urlencoded", "text=a&top=no", "", "422 /top"),
        ("application/x-www-form-urlencoded", "text=a&text=b", "", "422 /text"),
        ("application/x-www-form-urlencoded", "text=a&x=b", "", "422 /x"),
        ("application/x-www-form-urlencoded", String(repeating: "x", count: 101), "", "413"),
    ])
    func `an invalid request is answered with the places of its faults`(
        type: String, body: String, query: String, expected: String
    ) async throws {
        let desk = try APIDesk { settings, _ in settings.maxText = 100 }
        let response = try await desk.classify(body, type: type, query: query)
        let faults = try await response.json["errors"]?.elements ?? []
        let places = faults.map { $0["pointer"]?.string ?? $0["parameter"]?.string ?? "none" }
        #expect(([String(response.status)] + places).joined(separator: " ") == expected)
    }

    @Test func `several texts have a result each, with their ids`() async throws {
        let desk = try APIDesk()
        let body = #"{"inputs":["x = 1;",{"text":"\#(Self.text)","id":7},{"text":"","id":"a\"b"}],"top":2}"#
        let results = try #require(try await desk.classify(body).json["results"]?.elements)
        #expect(results.map { $0["id"] } == [nil, .integer(7), .string("a\"b")])
        #expect(results.map { $0["category"]?.string } == ["code", "message", nil])
        #expect(results.map { $0["scores"]?.members?.count } == [2, 2, 2])
        let one = try await desk.classify(#"{"id":"a","text":"\#(Self.text)"}"#).json
        #expect(one["id"] == .string("a") && one["category"] == .string("message"))
    }

    @Test func `the options of the body and of the query are the same`() async throws {
        let desk = try APIDesk()
        let all = #""explain":true,"components":true,"top":1,"threshold":1"#
        let query = "?explain=true&components=true&top=1&threshold=1"
        let inBody = try await desk.classify(#"{"text":"\#(Self.text)",\#(all)}"#)
        let inQuery = try await desk.classify(Self.text, type: "text/plain", query: query)
        #expect(try await inBody.text == inQuery.text)
        let verdict = try await inBody.json
        #expect(verdict["category"] == .null && verdict["abstention"]?.string == "unsure")
        #expect(verdict["guess"]?["category"]?.string == "message")
        #expect(verdict["evidence"]?.elements?.isEmpty == false && verdict["components"]?["rules"] != nil)
        #expect(verdict["scores"]?.members?.map(\.name) == ["message"])
        let lines = try await desk.classify(
            #"{"text":"\#(Self.text)"}"# + "\n", type: "application/x-ndjson", query: query)
        #expect(try await lines.json["classification"]?["abstention"]?.string == "unsure")
        // The body takes precedence.
        let both = try await desk.classify(#"{"text":"\#(Self.text)","top":3}"#, query: "?top=1").json
        #expect(both["scores"]?.members?.count == 3)
    }

    @Test func `a request names one of several taxonomies`() async throws {
        let spam = try APIDesk.service(.spam)
        let desk = try APIDesk { _, parts in parts.taxonomies = [("spam", spam)] }
        for (body, type, query) in [
            (#"{"text":"a","taxonomy":"spam"}"#, "application/json", ""),
            ("a", "text/plain", "?taxonomy=spam"),
            ("text=a&taxonomy=spam", "application/x-www-form-urlencoded", ""),
        ] {
            let verdict = try await desk.classify(body, type: type, query: query).json
            #expect(verdict["scores"]?["ham"] != nil, "\(type)")
        }
    }
}
