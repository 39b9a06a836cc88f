import IlkAPI
import IlkFraming
import IlkHTTP
import IlkVocabulary
import Testing

/// The requests are those of `moderations.create` of openai 3.57.0.
@Suite("POST /v1/moderations") struct ModerationRoutesTests {
    private static let spam = "URGENT! You have won a 1000 prize. Call 09061701461 now"

    private func send(_ body: String, to desk: APIDesk, headers: HeaderFields = [:]) async throws
        -> APIResponse
    {
        var headers = headers
        headers["Accept"] = "application/json"
        headers["X-Stainless-Lang"] = "python"
        return try await desk.send(
            "POST", "/v1/moderations", type: "application/json", headers: headers, Array(body.utf8))
    }

    private func desk() throws -> APIDesk {
        let spam = try APIDesk.service(.spam)
        return try APIDesk { _, parts in
            parts.taxonomies = [("spam", spam)]
        }
    }

    @Test(arguments: [
        #""\#(spam)""#, #"["\#(spam)"]"#, #"[{"type":"text","text":"\#(spam)"}]"#,
    ])
    func `spam is flagged in each form of the input`(input: String) async throws {
        let answer = try await send(#"{"model":"spam","input":\#(input)}"#, to: desk()).json
        let result = try #require(answer["results"]?.elements?.first)
        #expect(answer["results"]?.elements?.count == 1 && result["flagged"] == .bool(true))
        #expect(result["categories"] == .object([.init("ham", .bool(false)), .init("spam", .bool(true))]))
        #expect((result["category_scores"]?["spam"]?.double ?? 0) > 0.9)
        #expect(result["category_applied_input_types"]?["spam"] == .array([.string("text")]))
        #expect(answer["id"]?.string?.hasPrefix("modr-") == true)
        let model = try #require(answer["model"]?.string)
        #expect(model.hasPrefix("spam@") && model.utf8.count == 17)
        // The model of a response selects the same taxonomy.
        let again = try await send(#"{"model":"\#(model)","input":"a"}"#, to: desk()).json
        #expect(again["model"]?.string == model)
    }

    @Test func `several texts have a result each, and other models stand for the first taxonomy`()
        async throws
    {
        let body = #"{"model":"omni-moderation-latest","input":["x = 1;","see you at 8 then"]}"#
        let answer = try await send(body, to: desk()).json
        let results = try #require(answer["results"]?.elements)
        #expect(answer["model"]?.string?.hasPrefix("doctype@") == true && results.count == 2)
        #expect(results.map { $0["categories"]?["code"] } == [.bool(true), .bool(false)])
        #expect(results.allSatisfy { $0["flagged"] == .bool(false) && $0["entry"] == nil })
    }

    @Test func `the settings name the flagged labels`() async throws {
        let desk = try APIDesk { settings, _ in settings.flaggedLabels = ["code"] }
        let results = try await send(#"{"input":["x = 1;","see you at 8 then"]}"#, to: desk).json["results"]
        #expect(results?.elements?.map { $0["flagged"] } == [.bool(true), .bool(false)])
    }

    @Test func `errors have the members that the client reads`() async throws {
        let error = try await send(#"{"model":"spam"}"#, to: desk()).json["error"]
        #expect(error?["message"]?.string == "/input is missing" && error?["param"]?.string == "input")
        #expect(error?["type"]?.string == "invalid_request_error")
        #expect(error?["code"]?.string == "invalid-body")
        let image = #"{"input":[{"type":"image_url","image_url":{"url":"x"}}]}"#
        #expect(try await send(image, to: desk()).status == 422)
        let closed = try APIDesk { settings, _ in settings.isOpen = false }
        let refused = try await send(
            #"{"input":"a"}"#, to: closed, headers: ["Authorization": "Bearer x"])
        #expect(refused.status == 401)
        #expect(try await refused.json["error"]?["type"]?.string == "authentication_error")
        #expect(try await refused.json["error"]?["param"] == .null)
    }
}
