import IlkAPI
import IlkFraming
import IlkHTTP
import Testing

@Suite("POST /predict") struct PredictRoutesTests {
    private func send(_ body: String, to desk: APIDesk? = nil) async throws -> APIResponse {
        try await (desk ?? APIDesk()).send(
            "POST", "/predict", type: "application/json", Array(body.utf8))
    }

    /// The request forms of TEI, and the number of lists in the response; `nil` for a list of labels.
    @Test(
        arguments: [
            (#""x = 1;""#, nil), (#"["x = 1;"]"#, nil), (#"[["x = 1;"]]"#, 1),
            (#"[["x = 1;"],["x = 2;"]]"#, 2),
        ] as [(String, Int?)])
    func `each form of texts has its form of the response`(inputs: String, lists: Int?) async throws {
        let response = try await send(#"{"inputs":\#(inputs),"raw_scores":false,"truncate":false}"#)
        let elements = try #require(try await response.json.elements)
        let labels = lists == nil ? elements : elements.first?.elements ?? []
        #expect(lists == nil || elements.count == lists)
        #expect(labels.count == 6 && labels.first?["label"]?.string == "code")
        let scores = labels.compactMap { $0["score"]?.double }
        #expect(scores == scores.sorted(by: >) && scores.allSatisfy { (0...1).contains($0) })
    }

    @Test func `raw scores are logarithms`() async throws {
        let raw = try await send(#"{"inputs":"x = 1;","raw_scores":true}"#).json.elements ?? []
        #expect(raw.count == 6 && raw.allSatisfy { ($0["score"]?.double ?? 1) <= 0 })
    }

    @Test func `a long text is cut at a character, or refused`() async throws {
        let desk = try APIDesk { settings, _ in settings.maxText = 100 }
        let text = String(repeating: "ä", count: 60) + " x"
        let refused = try await send(#"{"inputs":"\#(text)"}"#, to: desk)
        #expect(refused.status == 413)
        #expect(try await refused.json["error_type"]?.string == "Validation")
        #expect(try await send(#"{"inputs":"\#(text)","truncate":true}"#, to: desk).status == 200)
    }

    @Test(arguments: [
        #"{}"#, #"{"inputs":[]}"#, #"{"inputs":["a","b"]}"#, #"{"inputs":[["a","b"]]}"#,
        #"{"inputs":[\#(Array(repeating: #"["a"]"#, count: 33).joined(separator: ","))]}"#,
    ])
    func `pairs and too many texts are refused`(body: String) async throws {
        let response = try await send(body)
        #expect(response.status == 422)
        #expect(try await response.json["error"]?.string?.isEmpty == false)
        #expect(try await response.json["error_type"]?.string == "Validation")
    }

    @Test func `an overloaded server says so`() async throws {
        let desk = try APIDesk { settings, _ in settings.requests = 0 }
        let response = try await send(#"{"inputs":"a"}"#, to: desk)
        #expect(try await response.json["error_type"]?.string == "Overloaded")
    }
}
