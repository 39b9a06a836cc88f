import IlkAPI
import IlkFraming
import IlkHTTP
import IlkVocabulary
import Testing

@Suite("POST /v1/explain, /v1/features and /v1/segment") struct AnalysisRoutesTests {
    private func send(
        _ target: String, _ body: String, type: String = "application/json"
    ) async throws -> APIResponse {
        try await APIDesk().send("POST", target, type: type, Array(body.utf8))
    }

    @Test func `a text is explained in full precision, by the taxonomy that the request names`() async throws
    {
        let spam = try APIDesk.service(.spam)
        let desk = try APIDesk { _, parts in parts.taxonomies = [("spam", spam)] }
        for (target, body, labels) in [
            ("/v1/explain", #"{"text":"see you at 8","id":7,"components":true}"#, 6),
            ("/v1/explain?components=true", #"{"text":"see you at 8","id":7,"taxonomy":"spam"}"#, 2),
        ] {
            let response = try await desk.send("POST", target, type: "application/json", Array(body.utf8))
            let json = try await response.json
            #expect(json["id"] == .integer(7) && json["probabilities"]?.elements?.count == labels)
            #expect(json["evidence"]?.elements?.isEmpty == false && json["components"]?["rules"] != nil)
            #expect(response.headers["ETag"] != nil && json["provenance"] != nil)
        }
        let unknown = try await desk.send(
            "POST", "/v1/explain", type: "application/json", Array(#"{"text":"a","taxonomy":"x"}"#.utf8))
        #expect(unknown.status == 404)
    }

    @Test func `features are measured, and explained on request`() async throws {
        let plain = try await send("/v1/features", #"{"text":"One two. Three!","id":"a"}"#).json
        #expect(plain["id"]?.string == "a" && plain["wordCount"] == .integer(3) && plain["sources"] == nil)
        let explained = try await send("/v1/features?explain=true", "One two. Three!", type: "text/plain")
            .json
        #expect(explained["sources"]?["wordCount"]?["formula"]?.string == "count")
        #expect(explained["wordCount"] == plain["wordCount"])
    }

    @Test(arguments: [
        ("", ["One", "two", "."]), ("?all=true", ["One", " ", "two", "."]),
        ("?unit=sentences", ["One two."]), ("?unit=sentences&style=people", ["One two."]),
    ])
    func `a text is segmented`(query: String, expected: [String]) async throws {
        let answer = try await send(
            "/v1/segment" + query, "text=One+two.", type: "application/x-www-form-urlencoded")
        let list = try await answer.json[query.contains("sentences") ? "sentences" : "words"]
        #expect(list?.elements?.map { $0["text"]?.string } == expected)
    }

    @Test(arguments: [
        ("/v1/segment?unit=word", #"{"text":"a"}"#, 400),
        ("/v1/segment", #"{"text":"a","unit":"word"}"#, 422),
        ("/v1/segment", #"{"text":"a","explain":true}"#, 422), ("/v1/features", #"{"inputs":["a"]}"#, 422),
        ("/v1/features", #"{"text":""}"#, 200), ("/v1/segment", #"{"text":""}"#, 200),
    ])
    func `invalid options are refused`(target: String, body: String, status: Int) async throws {
        #expect(try await send(target, body).status == status)
    }
}
