import IlkFraming
import IlkHTTP
import Testing

@Suite("problems") struct ProblemTests {
    @Test(arguments: ProblemType.allCases) func `each type has a page with cause and remedy`(
        type: ProblemType
    ) {
        #expect((400...599).contains(type.status))
        for text in [type.cause, type.remedy] { #expect(text.hasSuffix(".") && text.count > 20) }
        #expect(type.page.hasPrefix("\(type.rawValue): \(type.title)\n") && type.page.contains(type.remedy))
        #expect(ProblemType.allCases.filter { $0.title == type.title } == [type])
    }

    @Test func `a problem has all members, and its faults have places`() throws {
        let faults = [
            FieldFault(.body("/inputs/3"), .type, "must be a string"),
            FieldFault(.parameter("top"), .range, "must be 1 or 2", allowed: ["1", "2"]),
        ]
        let response = Problem(.invalidBody, faults: faults).response(correlation: "7")
        #expect(response.status == 422 && response.headers["Content-Type"] == "application/problem+json")
        #expect(
            response.content
                == #"{"type":"/problems/invalid-body","title":"Invalid body","status":422,"#
                + #""detail":"/inputs/3 must be a string, and 1 more","errors":[{"pointer":"/inputs/3","#
                + #""code":"type","detail":"must be a string"},{"parameter":"top","code":"range","#
                + #""detail":"must be 1 or 2","#
                + #""allowed":["1","2"]}],"correlation":"7"}"#)
        #expect(Problem.schema.faults(in: try JSONTree(strictly: Array(response.content.utf8))).isEmpty)
    }

    @Test func `a route can add members, which follow the others`() throws {
        let response = Problem(.busy, "x").response(correlation: "7") { problem, writer in
            writer.field("error", problem.detail)
        }
        #expect(response.content.hasSuffix(#""correlation":"7","error":"x"}"#))
        #expect(Problem.schema.faults(in: try JSONTree(strictly: Array(response.content.utf8))).isEmpty)
    }

    @Test func `headers tell the client what to do`() {
        #expect(Problem(.token, "x").response(correlation: "").headers["WWW-Authenticate"] == "Bearer")
        #expect(Problem(.busy, "x", retryAfter: 9).response(correlation: "").headers["Retry-After"] == "9")
        let method = Problem(.method, "x", headers: ["Allow": "GET"])
        #expect(method.response(correlation: "").headers["Allow"] == "GET")
    }
}
