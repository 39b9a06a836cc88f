import Foundation
import Ilk
import IlkAPI
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary
import SyncTestSupport
import Testing

@Suite("corrections of logged entries") struct CorrectionRoutesTests {
    private static let texts = ["see you at 8 then", "x = 1;"]
    private static let path = "/v1/log/doctype/-1/corrections"

    @Test func `a correction has the token as author, in the server's log and in others`() async throws {
        for isOwn in [false, true] {
            let desk = try await LogDesk(Self.texts, isOwn: isOwn)
            let response = try await desk.send(
                "POST", Self.path, as: .correct, #"{"category":"document"}"#)
            let json = try await response.json
            #expect(response.status == 201 && json["before"] == .array([.string("code")]))
            #expect(json["after"] == .array([.string("document")]))
            let entry = try await desk.store.entry(.newest(1))
            #expect(entry.correctedCategory == "document" && entry.correction?.author == "correct")
            #expect(entry.correction?.source == .api)
            #expect(json["correction"]?["id"]?.string == entry.correction?.id.description)
            #expect(response.headers["Location"] == "/v1/log/doctype/\(entry.id)")
        }
    }

    @Test func `a withdrawal restores the prediction, and is no change without a correction`() async throws {
        let desk = try await LogDesk(Self.texts)
        let nothing = try await desk.send("POST", Self.path, as: .correct, #"{"withdraw":true}"#)
        #expect(nothing.status == 200)
        #expect(try await nothing.json["correction"] == nil)
        _ = try await desk.send("POST", Self.path, as: .correct, #"{"category":"document"}"#)
        let withdrawn = try await desk.send("POST", Self.path, as: .correct, #"{"withdraw":true}"#)
        #expect(withdrawn.status == 201)
        #expect(try await withdrawn.json["after"] == .array([.string("code")]))
        #expect(try await desk.store.entry(.newest(1)).correctedCategory == nil)
    }

    @Test(arguments: [
        ("-1", "{}", 422, "invalid-body"), ("-1", #"{"withdraw":false}"#, 422, "invalid-body"),
        ("-1", #"{"category":"code","withdraw":true}"#, 422, "invalid-body"),
        ("-1", #"{"category":"code","author":"Ida"}"#, 422, "invalid-body"),
        ("-1", #"{"category":"cod"}"#, 422, "unknown-label"),
        ("-1", #"{"categories":[]}"#, 422, "several-labels"),
        ("-1", #"{"categories":["code","message"]}"#, 422, "several-labels"),
        ("-1", #"{"category":"code","source":"import"}"#, 422, "invalid-body"),
        ("-9", #"{"category":"code"}"#, 404, "no-such-record"),
    ])
    func `a wrong correction is refused and changes nothing`(
        entry: String, body: String, status: Int, type: String
    ) async throws {
        let desk = try await LogDesk(Self.texts)
        let response = try await desk.send("POST", "/v1/log/doctype/\(entry)/corrections", as: .correct, body)
        #expect(response.status == status)
        #expect(try await desk.problem(response) == type)
        #expect(try await desk.store.entry(.newest(1)).correction == nil)
    }

    @Test func `a multi-label taxonomy accepts any number of labels`() async throws {
        let desk = try await LogDesk([])
        var set = LabelSet(
            id: "topics", name: "topics", labels: ["sun", "snow", "wind"].map { LabelSet.Label($0) },
            origin: .user)
        set.isMultilabel = true
        try LabelSetCatalog(folders: desk.folders).save(set)
        let store = try ClassificationLogStore.open(
            .file(desk.folders.log(taxonomy: "topics")), taxonomy: set.completeTaxonomy)
        _ = try await store.insert([
            LogRecord(id: store.nextID(), seconds: 1, category: "sun", text: "a", labels: ["sun"])
        ])
        for labels in [["wind", "snow"], []] {
            let list = labels.map { "\"\($0)\"" }.joined(separator: ",")
            let response = try await desk.send(
                "POST", "/v1/log/topics/-1/corrections", as: .correct, #"{"categories":[\#(list)]}"#)
            #expect(response.status == 201)
            #expect(try await store.entry(.newest(1)).categories.map(\.rawValue) == labels)
        }
    }

    @Test func `labels that a taxonomy gains while the server runs are accepted`() async throws {
        let desk = try await LogDesk([])
        var set = LabelSet(id: "topics", name: "topics", labels: [LabelSet.Label("sun")], origin: .user)
        try LabelSetCatalog(folders: desk.folders).save(set)
        let store = try ClassificationLogStore.open(
            .file(desk.folders.log(taxonomy: "topics")), taxonomy: set.completeTaxonomy)
        _ = try await store.insert([
            LogRecord(id: store.nextID(), seconds: 1, category: "sun", text: "a")
        ])
        func correct() async throws -> Int {
            try await desk.send(
                "POST", "/v1/log/topics/-1/corrections", as: .correct, #"{"category":"rain"}"#
            ).status
        }
        #expect(try await desk.get("/v1/log/topics?category=rain").status == 422)
        #expect(try await correct() == 422)
        set.labels.append(LabelSet.Label("rain"))
        try LabelSetCatalog(folders: desk.folders).save(set)
        #expect(try await desk.get("/v1/log/topics?category=rain").status == 200)
        #expect(try await correct() == 201)
        #expect(try await store.entry(.newest(1)).correctedCategory == "rain")
    }

    @Test func `a token removes its own corrections, and an admin those of others`() async throws {
        let desk = try await LogDesk(Self.texts)
        func made(by scope: AccessScope) async throws -> String {
            let body = #"{"category":"document"}"#
            let json = try await desk.send("POST", Self.path, as: scope, body).json
            return Self.path + "/" + (json["correction"]?["id"]?.string ?? "")
        }
        let (mine, other) = (try await made(by: .correct), try await made(by: .admin))
        let refused = try await desk.send("DELETE", other, as: .correct)
        #expect(refused.status == 403)
        for (path, scope) in [(mine, AccessScope.correct), (other, .admin)] {
            #expect(try await desk.send("DELETE", path, as: scope).status == 204)
            #expect(try await desk.send("DELETE", path, as: scope).status == 404)
        }
        #expect(try await desk.store.entry(.newest(1)).correction == nil)
    }

    @Test func `a correction that is older than an hour is not removed`() async throws {
        let desk = try await LogDesk([])
        let correction = ClassificationCorrection(
            id: desk.store.nextID(), category: "code", source: .api, author: "correct", seconds: 2)
        let record = LogRecord(
            id: desk.store.nextID(), seconds: 1, category: "message", text: "a", corrections: [correction])
        _ = try await desk.store.insert([record])
        let response = try await desk.send("DELETE", "\(Self.path)/\(correction.id)", as: .correct)
        #expect(response.status == 409)
        #expect(try await desk.store.entry(.newest(1)).correctedCategory == "code")
    }

    @Test func `the queue records audit samples only for those who can correct them`() async throws {
        let texts = (0..<30).map { "text number \($0) about \(Self.words[$0 % 10])" }
        let desk = try await LogDesk(texts)
        let target = "/v1/log/doctype/queue?limit=30&strategy=uncertain"
        for (scope, source) in [(AccessScope.read, "human"), (.correct, "audit")] {
            let items = try #require(try await desk.get(target, as: scope).json["items"]?.elements)
            let audit = try #require(items.first { $0["audit"]?.bool == true }?["id"]?.string)
            let made = try await desk.send(
                "POST", "/v1/log/doctype/\(audit)/corrections", as: .correct,
                #"{"category":"code","source":"human"}"#)
            #expect(try await made.json["correction"]?["source"]?.string == source)
        }
    }

    @Test func `the queue of a large log is kept for ten seconds, without answered texts`() async throws {
        let texts = (0..<420).map { "\(Self.words[$0 % 10]) " + String(repeating: "x", count: $0 / 10) }
        let clock = ManualClock()
        let desk = try await LogDesk(texts, clock: clock)
        func queue() async throws -> [String] {
            let target = "/v1/log/doctype/queue?limit=150&strategy=random"
            let items = try await desk.get(target, as: .correct).json["items"]?.elements ?? []
            return items.compactMap { $0["id"]?.string }
        }
        let first = try await queue()
        #expect(first.count == 150)
        let (corrected, skipped) = (first[0], first[1])
        _ = try await desk.send(
            "POST", "/v1/log/doctype/\(corrected)/corrections", as: .correct, #"{"category":"code"}"#)
        _ = try await desk.send("POST", "/v1/log/doctype/\(skipped)/skip", as: .correct, "")
        let second = try await queue()
        #expect(Array(second.prefix(148)) == Array(first[2...]) && !second.contains(corrected))
        #expect(!second.contains(skipped), "it is last, and does not fit")
        // An entry that another program erased is not shown.
        _ = try await desk.store.purge(LogPurge(ids: [try #require(RecordID(first[2]))]))
        #expect(try await !queue().contains(first[2]))
        clock.pass(10_000)
        #expect(try await queue().count == 150)
    }

    private static let words = [
        "trains", "gardens", "violins", "glaciers", "bakeries", "lanterns", "oceans", "chess", "kites",
        "maps",
    ]

    @Test func `changes need the scope correct`() async throws {
        let desk = try await LogDesk(Self.texts)
        for scope in AccessScope.allCases {
            let response = try await desk.send("POST", Self.path, as: scope, #"{"category":"code"}"#)
            #expect(response.status == (scope.includes(.correct) ? 201 : 403), "\(scope)")
        }
    }
}
