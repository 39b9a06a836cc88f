import Foundation
import IlkAPI
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkSyncStore
import IlkVocabulary
import Testing

@Suite("rules") struct RuleRoutesTests {
    /// A pack with a rule whose first example matches.
    private static func pack(_ example: String = "thanks a lot") -> String {
        """
        version: 1
        pack: own
        taxonomy: doctype
        description: Mine.
        rules:
          - id: own.thanks
            description: Thanks
            label: email
            weight: 3
            match: { thanks: { words: [thanks] } }
            examples:
              match: ["\(example)"]
              reject: ["see you then"]

        """
    }

    private func post(
        _ desk: LogDesk, _ action: String, _ body: String?, query: String = ""
    ) async throws -> APIResponse {
        try await desk.send(
            "POST", "/v1/rules/doctype/\(action)\(query)", as: .read, type: "application/yaml", body)
    }

    @Test func `taxonomies with rules are listed, and their rules shown`() async throws {
        let desk = try await LogDesk([])
        let list = try await desk.get("/v1/rules").json["items"]?.elements ?? []
        let names = list.compactMap { $0["taxonomy"]?.string }
        #expect(names.contains("doctype"))
        #expect(list.allSatisfy { !($0["layers"]?.elements?.isEmpty ?? true) })
        let shown = try await desk.get("/v1/rules/doctype")
        let rules = try await shown.json["rules"]?.elements ?? []
        #expect(rules.count > 10 && shown.headers["ETag"] != nil)
        #expect(rules.allSatisfy { $0["id"]?.string?.isEmpty == false && $0["line"]?.integer != nil })
    }

    @Test func `the active rules have no errors and pass their examples`() async throws {
        let desk = try await LogDesk([])
        let lint = try await post(desk, "lint", nil).json
        #expect(lint["errors"]?.integer == 0 && lint["rules"]?.integer ?? 0 > 10)
        let test = try await post(desk, "test", nil).json
        #expect(test["failed"]?.integer == 0 && test["passed"]?.integer ?? 0 > 10)
    }

    @Test func `a pack is checked and tested alone, or on top of the active rules`() async throws {
        let desk = try await LogDesk([])
        let alone = try await post(desk, "lint", Self.pack()).json
        #expect(alone["errors"]?.integer == 0 && alone["rules"]?.integer == 1)
        #expect(alone["files"]?.integer == 1)
        let onTop = try await post(desk, "lint", Self.pack(), query: "?onTop=true").json
        #expect(onTop["rules"]?.integer ?? 0 > 10)
        let passed = try await post(desk, "test", Self.pack()).json
        #expect(passed["passed"]?.integer == 2 && passed["failed"]?.integer == 0)
        let failed = try await post(desk, "test", Self.pack("see you")).json
        #expect(failed["failed"]?.integer == 1)
        let result = failed["results"]?.elements?.first { $0["passed"] == .bool(false) }
        #expect(result?["rule"]?.string == "own.thanks" && result?["file"]?.string == "body.yaml")
    }

    @Test func `errors of a pack have their lines, and keep its examples from running`() async throws {
        let desk = try await LogDesk([])
        let lint = try await post(desk, "lint", "rules: [").json
        #expect(lint["errors"]?.integer ?? 0 > 0)
        let problem = lint["problems"]?.elements?.first
        #expect(problem?["severity"]?.string == "error" && problem?["line"]?.integer != nil)
        let test = try await post(desk, "test", "rules: [")
        #expect(test.status == 422)
        #expect(try await desk.problem(test) == "invalid-body")
    }

    @Test(arguments: [
        ("GET", "/v1/rules/x", 404, "no-such-taxonomy"),
        ("POST", "/v1/rules/x/lint", 404, "no-such-taxonomy"),
        ("GET", "/v1/rules/doctype/lint", 405, "method"),
        ("POST", "/v1/rules/doctype/lint?onTop=1", 400, "invalid-parameter"),
    ])
    func `wrong requests are refused`(
        method: String, target: String, status: Int, type: String
    ) async throws {
        let desk = try await LogDesk([])
        let response = try await desk.send(method, target)
        #expect(response.status == status, "\(target)")
        #expect(try await desk.problem(response) == type, "\(target)")
    }
}
