import Foundation
import Ilk
import IlkAPI
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkLog
import IlkModels
import IlkStore
import IlkSyncStore
import IlkTraining
import IlkVocabulary
import Testing

@Suite("taxonomies and models") struct ModelRoutesTests {
    private typealias Category = IlkVocabulary.Category

    private static let reason = #"{"reason":"better on mails"}"#

    /// Adds versions 1.0.0 and 1.0.1 of the taxonomy `tools` to the user's models, and activates the first
    /// one. The second one has learned the words with each other's labels.
    private func addTwo(_ desk: LogDesk) throws {
        let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))
        let registry = ModelRegistry(folder: desk.folders.models, taxonomy: "tools")
        let taxonomy = Taxonomy(name: "tools", categories: ["hose", "pump"])
        var versions: [String] = []
        for words in [["hose", "pump"], ["pump", "hose"]] {
            let texts = zip(words, taxonomy.categories).flatMap { word, label in
                (0..<12).map { LabeledText(text: "the \(word) number \($0)", category: label) }
            }
            let bytes = try TrainingRun(taxonomy: taxonomy, settings: BayesSettings(minimumFrequency: 1))
                .train(texts)
            let model = try ModelReader.read(ModelStorage(copying: bytes))
            versions.append(try registry.add(bytes, VersionManifest(of: model, signature)).version)
        }
        _ = try registry.promote(versions[0], signature)
    }

    @Test func `taxonomies are listed and shown, with and without a file`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let list = try await desk.get("/v1/taxonomies").json
        let names = list["items"]?.elements?.compactMap { $0["name"]?.string } ?? []
        #expect(names.starts(with: LabelSet.shipped.map(\.name)) && names.contains("tools"))
        #expect(list["problems"] == .array([]))
        let tools = try await desk.get("/v1/taxonomies/tools").json
        #expect(tools["labels"]?.elements?.map { $0["key"]?.string } == ["hose", "pump"])
        #expect(tools["model"]?.string == "1.0.0" && tools["hasLog"] == .bool(false))
    }

    @Test func `versions are listed, shown with their card, and downloaded`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let list = try await desk.get("/v1/models?taxonomy=tools").json["items"]?.elements ?? []
        #expect(list.map { $0["version"]?.string }.prefix(2) == ["1.0.1", "1.0.0"])
        #expect(list.map { $0["isActive"]?.bool }.prefix(2) == [false, true])
        let all = try await desk.get("/v1/models").json["items"]?.elements ?? []
        let taxonomies = Set(all.compactMap { $0["taxonomy"]?.string })
        #expect(taxonomies.isSuperset(of: ["doctype", "tools"]))
        for name in ["active", "1.0.0", list[1]["digest"]?.string?.prefix(8).description ?? ""] {
            let shown = try await desk.get("/v1/models/tools/\(name)").json
            #expect(shown["version"]?.string == "1.0.0" && shown["taxonomy"]?.string == "tools")
            #expect(shown["card"]?.string?.hasPrefix("#") == true)
        }
        let file = try await desk.get("/v1/models/tools/1.0.1/file")
        let registry = ModelRegistry(folder: desk.folders.models, taxonomy: "tools")
        guard case .bytes(let bytes) = file.body else {
            Issue.record("the file is a stream")
            return
        }
        #expect(try bytes == registry.exported("1.0.1") && file.headers["ETag"] != nil)
        #expect(file.headers["Content-Disposition"] == "attachment; filename=\"tools-1.0.1.tar\"")
    }

    @Test func `a downloaded version and a model file can be uploaded to another server`() async throws {
        let (desk, other) = (try await LogDesk([]), try await LogDesk([]))
        try addTwo(desk)
        guard case .bytes(let bundle) = try await desk.get("/v1/models/tools/1.0.1/file").body else {
            Issue.record("the file is a stream")
            return
        }
        func upload(_ bytes: [UInt8], as scope: AccessScope = .train) async throws -> APIResponse {
            try await other.desk.send(
                "POST", "/v1/models?reason=moved", type: "application/x-tar",
                headers: ["Authorization": "Bearer \(other.tokens[scope] ?? "")"], bytes)
        }
        #expect(try await upload(bundle, as: .correct).status == 403)
        let created = try await upload(bundle)
        #expect(created.status == 201 && created.headers["Location"] == "/v1/models/tools/1.0.1")
        #expect(try await created.json["isActive"]?.bool == false)
        #expect(try await upload(bundle).status == 200)
        let path = ModelRegistry(folder: desk.folders.models, taxonomy: "tools").path(version: "1.0.0")
        let model = try #require(FileManager.default.contents(atPath: path))
        #expect(try await upload(Array(model)).status == 201)
        let versions = try await other.get("/v1/models?taxonomy=tools").json["items"]?.elements ?? []
        #expect(versions.count { $0["digest"] != nil } == 2)
        let changes = try await other.get("/v1/audit", as: .admin).json["items"]?.elements ?? []
        #expect(changes.compactMap { $0["status"]?.integer } == [201, 201, 403])
        for bytes in [[UInt8]("no model".utf8), Array(bundle.prefix(2000)), []] {
            #expect(try await upload(bytes).status == 422)
        }
    }

    @Test func `a version that somebody else has activated is not replaced with If-Match`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let tag = try #require(try await desk.get("/v1/models/tools/active").headers["ETag"])
        func change(_ path: String) async throws -> Int {
            try await desk.send(
                "POST", "/v1/models/tools/\(path)", as: .train, headers: ["If-Match": tag], Self.reason
            ).status
        }
        #expect(try await change("1.0.1/promote") == 200)
        #expect(try await change("1.0.0/promote") == 412)
        #expect(try await change("rollback") == 412)
        #expect(try await desk.get("/v1/models/tools/active").json["version"]?.string == "1.0.1")
    }

    @Test func `of concurrent promotions with the same If-Match, one happens`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let tag = try #require(try await desk.get("/v1/models/tools/active").headers["ETag"])
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await desk.send(
                        "POST", "/v1/models/tools/1.0.1/promote", as: .train, headers: ["If-Match": tag],
                        Self.reason
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 412, 412, 412])
        let registry = ModelRegistry(folder: desk.folders.models, taxonomy: "tools")
        #expect(try registry.history().count { $0.version == "1.0.1" && $0.act == .promote } == 1)
    }

    @Test func `the built-in model has a card with the place of the full card`() async throws {
        let desk = try await LogDesk([])
        for version in ["built-in", "active"] {
            let shown = try await desk.get("/v1/models/doctype/\(version)").json
            let card = try #require(shown["card"]?.string)
            #expect(card.contains("| email | ") && card.contains(shown["digest"]?.string ?? "?"))
            #expect(card.contains("`models/doctype/") && card.contains("/CARD.md`"))
        }
    }

    @Test func `a promotion and a rollback are in the history, with the token and the reason`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let promoted = try await desk.send(
            "POST", "/v1/models/tools/1.0.1/promote", as: .train, Self.reason
        ).json
        #expect(promoted["version"]?.string == "1.0.1" && promoted["before"]?.string == "1.0.0")
        let again = try await desk.send("POST", "/v1/models/tools/1.0.1/promote", as: .train, Self.reason)
        #expect(try await again.json["isChanged"] == .bool(false))
        let back = try await desk.send(
            "POST", "/v1/models/tools/rollback", as: .train, #"{"reason":"worse on mails"}"#
        ).json
        #expect(back["version"]?.string == "1.0.0" && back["isChanged"] == .bool(true))
        let history = try ModelRegistry(folder: desk.folders.models, taxonomy: "tools").history().suffix(2)
        #expect(history.map(\.who) == ["train", "train"])
        #expect(history.map(\.why) == ["better on mails", "worse on mails"])
    }

    /// A rule pack of the taxonomy `tools`.
    private static let pack = """
        version: 1
        pack: own
        taxonomy: tools
        description: Mine.
        rules:
          - id: own.hose
            description: A word
            label: hose
            weight: 2
            match: { word: { words: [hose] } }
            examples: { match: ["a hose"], reject: ["nothing"] }

        """

    @Test func `the model of a taxonomy without rules is not deactivated`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let registry = ModelRegistry(folder: desk.folders.models, taxonomy: "tools")
        let changes = [
            ("none/promote", #"{"reason":"a","force":true}"#), ("rollback", Self.reason),
            ("rollback", #"{"reason":"a","to":"1969-12-31"}"#),
        ]
        for (change, body) in changes {
            let refused = try await desk.send("POST", "/v1/models/tools/\(change)", as: .train, body)
            #expect(refused.status == 409, "\(change)")
            #expect(try registry.activeVersion() == "1.0.0", "\(change)")
        }
        let folder = try #require(desk.folders.rules(taxonomy: "tools"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.pack.write(toFile: folder + "/own.yaml", atomically: true, encoding: .utf8)
        let none = try await desk.send("POST", "/v1/models/tools/none/promote", as: .train, Self.reason)
        #expect(try await none.json["version"]?.string == "none")
    }

    @Test func `a version that is worse on the regression set is activated only by force`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let texts = ["hose", "pump"].flatMap { word in
            (20..<40).map { LabeledText(text: "the \(word) number \($0)", category: Category(word)) }
        }
        _ = try RegressionSet(texts).write(taxonomy: "tools", desk.folders)
        let path = "/v1/models/tools/1.0.1/promote"
        let refused = try await desk.send("POST", path, as: .train, Self.reason)
        #expect(refused.status == 409)
        let forced = try await desk.send("POST", path, as: .train, #"{"reason":"a test","force":true}"#)
        #expect(try await forced.json["version"]?.string == "1.0.1")
    }

    @Test func `two versions are compared on the texts of the log`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let path = "/v1/models/tools/compare?challenger=1.0.1"
        let none = try await desk.get(path)
        #expect(none.status == 404)
        let store = try ClassificationLogStore.open(
            .file(desk.folders.log(taxonomy: "tools")),
            taxonomy: Taxonomy(name: "tools", categories: ["hose", "pump"]))
        _ = try await store.insert(
            ["hose", "pump", "pump"].enumerated().map { second, word in
                LogRecord(
                    id: store.nextID(), seconds: Double(second), category: Category(word),
                    text: "the \(word) number \(second)")
            })
        let compared = try await desk.get(path + "&texts=true").json
        #expect(compared["texts"] == .integer(3) && compared["champion"]?.string == "1.0.0")
        #expect(compared["flips"]?.elements?.compactMap { $0["text"]?.string }.count == 3)
        let newest = try await desk.get(path + "&limit=1").json
        #expect(newest["texts"] == .integer(1) && newest["flips"]?.elements?.first?["text"] == nil)
        #expect(newest["pairs"]?.elements?.first?["before"]?.string == "pump")
    }

    @Test(arguments: [
        ("challenger=none", "challenger must be a version with a model, not 'none'"),
        ("champion=none&challenger=1.0.1", "champion must be a version with a model, not 'none'"),
        ("challenger=1.0.0", "challenger must differ from the champion"),
    ])
    func `a refused comparison names the version that cannot be compared`(
        query: String, detail: String
    ) async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let response = try await desk.get("/v1/models/tools/compare?\(query)")
        #expect(response.status == 400)
        #expect(try await response.json["detail"]?.string == detail)
    }

    @Test(arguments: ["taxonomies/tols", "models/tols/active", "models?taxonomy=tols", "rules/tols"])
    func `an unknown taxonomy gets a suggestion and the list of the taxonomies`(path: String) async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let response = try await desk.send("GET", "/v1/\(path)", as: .train, nil)
        #expect(response.status == 404)
        let list = "the taxonomies are doctype, emotion, severity, spam, tools"
        #expect(
            try await response.json["detail"]?.string
                == "there is no taxonomy 'tols'; did you mean 'tools'? \(list)")
    }

    @Test(arguments: [
        ("GET", "/v1/taxonomies/x", 404, "no-such-taxonomy"),
        ("GET", "/v1/models/x/active", 404, "no-such-taxonomy"),
        ("GET", "/v1/models?taxonomy=..", 404, "no-such-taxonomy"),
        ("GET", "/v1/models/tools/9.9.9", 404, "no-such-version"),
        ("GET", "/v1/models/tools/none/file", 404, "no-such-version"),
        ("GET", "/v1/models/tools/compare", 400, "invalid-parameter"),
        ("GET", "/v1/models/tools/compare?challenger=1.0.0", 400, "invalid-parameter"),
        ("GET", "/v1/models/tools/compare?challenger=7.0.0", 404, "no-such-version"),
        ("POST", "/v1/models/tools/9.9.9/promote", 404, "no-such-version"),
        ("POST", "/v1/models/doctype/rollback", 409, "conflict"),
        ("GET", "/v1/models/tools/rollback", 405, "method"),
    ])
    func `wrong requests are refused`(
        method: String, target: String, status: Int, type: String
    ) async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        let response = try await desk.send(
            method, target, as: .train, method == "POST" ? Self.reason : nil)
        #expect(response.status == status, "\(target)")
        #expect(try await desk.problem(response) == type, "\(target)")
    }

    @Test func `a change needs a reason, and the scope train`() async throws {
        let desk = try await LogDesk([])
        try addTwo(desk)
        for (path, body) in [
            ("/v1/models/tools/1.0.0/promote", "{}"), ("/v1/models/tools/rollback", #"{"reason":""}"#),
            ("/v1/models/tools/rollback", #"{"reason":"a","to":"soon"}"#),
        ] {
            #expect(try await desk.send("POST", path, as: .train, body).status == 422)
        }
        for scope in AccessScope.allCases {
            let response = try await desk.send(
                "POST", "/v1/models/tools/1.0.0/promote", as: scope, Self.reason)
            #expect(response.status == (scope.includes(.train) ? 200 : 403), "\(scope)")
        }
    }
}
