import IlkAPI
import IlkFraming
import IlkHTTP
import IlkVocabulary
import Testing

/// The requests are those of `text_classification` of huggingface_hub 2.4.0.
@Suite("POST /hf") struct HuggingFaceRoutesTests {
    private func send(_ path: String, _ body: String, to desk: APIDesk) async throws -> APIResponse {
        try await desk.send(
            "POST", path, type: "application/json",
            headers: ["Accept": "*/*", "Accept-Encoding": "gzip, deflate"], Array(body.utf8))
    }

    @Test func `a text has one list of labels, the most probable first`() async throws {
        let desk = try APIDesk()
        let response = try await send("/hf", #"{"inputs":"see you at 8 then","parameters":{}}"#, to: desk)
        #expect(response.status == 200 && response.headers["ETag"] != nil)
        let lists = try #require(try await response.json.elements)
        let labels = try #require(lists.first?.elements)
        #expect(lists.count == 1 && labels.count == 6 && labels[0]["label"]?.string == "message")
        let scores = labels.compactMap { $0["score"]?.double }
        #expect(scores == scores.sorted(by: >) && abs(scores.reduce(0, +) - 1) < 1e-6)
    }

    @Test func `several texts have a list each, limited by top_k`() async throws {
        let body =
            #"{"inputs":["x = 1;","see you at 8 then"],"parameters":{"function_to_apply":"softmax","top_k":2}}"#
        let lists = try #require(try await send("/hf", body, to: try APIDesk()).json.elements)
        #expect(lists.map { $0.elements?.first?["label"]?.string } == ["code", "message"])
        #expect(lists.allSatisfy { $0.elements?.count == 2 })
    }

    @Test func `the path names a taxonomy`() async throws {
        let spam = try APIDesk.service(.spam)
        let desk = try APIDesk { _, parts in parts.taxonomies = [("spam", spam)] }
        let known = try await send("/hf/models/spam", #"{"inputs":"a","parameters":{}}"#, to: desk)
        let labels = try await known.json.elements?.first?.elements?.compactMap { $0["label"]?.string }
        #expect(labels?.sorted() == ["ham", "spam"])
        let unknown = try await send("/hf/models/news", #"{"inputs":"a","parameters":{}}"#, to: desk)
        #expect(unknown.status == 404)
    }

    @Test(arguments: [
        (#"{"parameters":{}}"#, "422 /inputs"), (#"{"inputs":[]}"#, "422 /inputs"),
        (#"{"inputs":[1]}"#, "422 /inputs/0"),
        (#"{"inputs":"a","parameters":{"top_k":0}}"#, "422 /parameters/top_k"),
        (
            #"{"inputs":"a","parameters":{"function_to_apply":"sigmoid"}}"#,
            "422 /parameters/function_to_apply"
        ),
        (#"{"inputs":["a","\#(String(repeating: "x", count: 101))"]}"#, "413 /inputs/1"),
        (#"{"inputs":"a","options":{"wait_for_model":true},"parameters":null}"#, "200"), ("{", "400"),
    ])
    func `an invalid request has an error that the client shows`(body: String, expected: String) async throws
    {
        let desk = try APIDesk { settings, _ in settings.maxText = 100 }
        let response = try await send("/hf", body, to: desk)
        let place = try await response.json["errors"]?.elements?.first?["pointer"]?.string
        #expect(([String(response.status)] + [place].compactMap(\.self)).joined(separator: " ") == expected)
        if response.status != 200 {
            #expect(try await response.json["error"] == response.json["detail"])
        }
    }
}
