import Foundation
import IlkAPI
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary
import Testing

@Suite("packs of rules") struct RulePackRoutesTests {
    private static let path = "/v1/rules/doctype/packs/own"

    /// A pack whose only rule matches a word.
    private static func pack(_ word: String = "harbor", example: String = "at the harbor") -> String {
        """
        version: 1
        pack: own
        taxonomy: doctype
        description: Mine.
        rules:
          - id: own.word
            description: A word
            label: email
            weight: 9
            match: { word: { words: [\(word)] } }
            examples:
              match: ["\(example)"]
              reject: ["nothing"]

        """
    }

    private func put(
        _ desk: LogDesk, _ text: String, tag: String? = nil, query: String = "",
        as scope: AccessScope = .train
    ) async throws -> APIResponse {
        var headers: HeaderFields = [:]
        headers["If-Match"] = tag
        return try await desk.send(
            "PUT", Self.path + query, as: scope, headers: headers, type: "application/yaml", text)
    }

    @Test func `a saved pack is active, and its changes are kept`() async throws {
        let desk = try await LogDesk([])
        let first = try await put(desk, Self.pack(), query: "?reason=first")
        #expect(first.status == 201)
        let tag = try #require(first.headers["ETag"])
        #expect(try await desk.get(Self.path).headers["ETag"] == tag)
        #expect(try await desk.get("/v1/rules/doctype").text.contains("own.word"))
        let other = Self.pack("pier", example: "at the pier")
        #expect(try await put(desk, other, tag: tag, query: "?reason=second").status == 200)
        #expect(try await desk.get(Self.path).text == other)
        let changes = try await desk.get(Self.path + "/history").json["items"]?.elements ?? []
        #expect(changes.map { $0["reason"]?.string } == ["second", "first"])
        #expect(changes.allSatisfy { $0["author"]?.string == "train" })
        #expect(try await desk.get(Self.path + "/history/1").text == Self.pack())
        #expect(try await desk.get(Self.path + "/history/3").status == 404)
    }

    @Test func `a pack is replaced and removed only with the ETag that it has`() async throws {
        let desk = try await LogDesk([])
        #expect(try await put(desk, Self.pack(), tag: "\"0\"").status == 404)
        let tag = try #require(try await put(desk, Self.pack()).headers["ETag"])
        for (given, status) in [(nil, 428), ("\"0\"", 412), ("*", 412)] as [(String?, Int)] {
            #expect(try await put(desk, Self.pack("pier"), tag: given, query: "?force=true").status == status)
            var headers: HeaderFields = [:]
            headers["If-Match"] = given
            #expect(
                try await desk.send("DELETE", Self.path, as: .train, headers: headers).status == status)
        }
        #expect(try await desk.get(Self.path).text == Self.pack())
        let removed = try await desk.send("DELETE", Self.path, as: .train, headers: ["If-Match": tag])
        #expect(removed.status == 200)
        #expect(try await desk.get(Self.path).status == 404)
        #expect(try await !desk.get("/v1/rules/doctype").text.contains("own.word"))
        let changes = try await desk.get(Self.path + "/history").json["items"]?.elements ?? []
        #expect(changes.count == 2 && changes.first?["digest"] == nil)
    }

    @Test func `a change by another program is added to the history`() async throws {
        let desk = try await LogDesk([])
        let tag = try await put(desk, Self.pack()).headers["ETag"]
        let folder = try #require(desk.folders.rules(taxonomy: "doctype"))
        let edited = Self.pack("pier", example: "the pier")
        try edited.write(toFile: folder + "/own.yaml", atomically: true, encoding: .utf8)
        #expect(try await put(desk, Self.pack("quay", example: "a quay"), tag: tag).status == 412)
        let read = try await desk.get(Self.path).headers["ETag"]
        #expect(try await put(desk, Self.pack("quay", example: "a quay"), tag: read).status == 200)
        let changes = try await desk.get(Self.path + "/history").json["items"]?.elements ?? []
        #expect(changes.map { $0["author"]?.string } == ["train", nil, "train"])
        #expect(try await desk.get(Self.path + "/history/2").text == edited)
    }

    @Test func `a pack with errors is refused, and one with failed examples needs force`() async throws {
        let desk = try await LogDesk([])
        let wrong = Self.pack(example: "at the pier")
        for (text, query, status) in [
            ("rules: [", "", 422), ("rules: [", "?force=true", 422), (wrong, "", 422),
            (wrong, "?force=true", 201),
        ] {
            #expect(try await put(desk, text, query: query).status == status, "\(query)")
        }
        #expect(try await desk.get(Self.path + "/history").json["items"]?.elements?.count == 1)
    }

    @Test(arguments: ["..", "%2E%2E%2Fx", "Own", "own.yaml", "-own", "%00", ".history"])
    func `other names of packs are refused`(name: String) async throws {
        let desk = try await LogDesk([])
        let response = try await desk.send(
            "PUT", "/v1/rules/doctype/packs/\(name)", as: .train, type: "application/yaml", Self.pack())
        #expect([400, 404].contains(response.status), "\(response.status)")
        let folder = try #require(desk.folders.rules(taxonomy: "doctype"))
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `only active rule files can be read`() async throws {
        let desk = try await LogDesk([])
        let items = try await desk.get("/v1/rules/doctype/packs").json["items"]?.elements ?? []
        let file = try #require(items.first?["file"]?.string)
        let source = try await desk.get("/v1/rules/doctype/source?file=\(file)")
        #expect(source.status == 200)
        #expect(try await source.text.contains("taxonomy: doctype"))
        for other in ["/etc/passwd", "../../../../etc/passwd", desk.folders.log(taxonomy: "doctype")] {
            #expect(try await desk.get("/v1/rules/doctype/source?file=\(other)").status == 404, "\(other)")
        }
    }

    @Test func `the verdicts that a pack would change are found before it is saved`() async throws {
        let desk = try await LogDesk(["see you at the harbor at 8", "x = 1;"])
        try await desk.store.correct(.newest(2), to: "email", source: .human)
        let diff = try await desk.send(
            "POST", Self.path + "/diff", type: "application/yaml", Self.pack())
        #expect(diff.status == 200)
        let summary = try await diff.json["summary"]
        #expect(summary?["texts"]?.integer == 2 && summary?["flips"]?.integer == 1)
        #expect(summary?["toRight"]?.integer == 1 && summary?["toWrong"]?.integer == 0)
        let flip = try await diff.json["flips"]?.elements?.first
        #expect(flip?["after"]?["category"]?.string == "email")
        #expect(flip?["text"]?.string == "see you at the harbor at 8")
        #expect(try await desk.get(Self.path).status == 404)
        #expect(try await put(desk, Self.pack()).status == 201)
        let same = try await desk.send("POST", Self.path + "/diff", type: "application/yaml", Self.pack())
        #expect(try await same.json["summary"]?["flips"]?.integer == 0)
    }

    @Test func `matches of rules are counted on the log, and their precision on human labels`() async throws {
        let desk = try await LogDesk(["the harbor", "a harbor", "x = 1;"])
        #expect(try await put(desk, Self.pack()).status == 201)
        try await desk.store.correct(.newest(2), to: "email", source: .human)
        let figures = try await desk.get("/v1/rules/doctype/stats").json
        #expect(figures["texts"]?.integer == 3 && figures["corrected"]?.integer == 1)
        let rule = figures["items"]?.elements?.first { $0["id"]?.string == "own.word" }
        #expect(rule?["hits"]?.integer == 2 && rule?["corrected"]?.integer == 1)
        #expect(rule?["right"]?.integer == 1 && rule?["precision"]?.double == 1)
    }
}
