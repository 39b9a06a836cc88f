import Foundation
import Ilk
import IlkAPI
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary
import Testing

@Suite("training and retraining") struct LearningRoutesTests {
    // MARK: Training

    /// Labeled texts as NDJSON.
    private static let lines = ["hose", "pump"].flatMap { word in
        (0..<12).map { #"{"text":"the \#(word) number \#($0)","label":"\#(word)"}"# + "\n" }
    }.joined()

    private func train(
        _ desk: LogDesk, _ query: String, type: String = "application/x-ndjson", _ body: String
    )
        async throws -> APIResponse
    {
        try await desk.send("POST", "/v1/train?\(query)", as: .train, type: type, body)
    }

    @Test func `texts become an active version of a new taxonomy`() async throws {
        let desk = try await LogDesk([])
        let accepted = try await train(desk, "taxonomy=tools&reason=a%20test&source=list", Self.lines)
        #expect(accepted.status == 202)
        let job = try await desk.end(of: accepted)
        #expect(job["state"]?.string == "succeeded" && job["parameters"]?["texts"]?.integer == 24)
        let result = try #require(job["result"])
        #expect(result["version"]?.string == "1.0.0" && result["isActive"] == .bool(true))
        #expect(result["createdTaxonomy"] == .bool(true) && result["texts"]?.integer == 24)
        let registry = ModelRegistry(folder: desk.folders.models, taxonomy: "tools")
        #expect(try registry.activeVersion() == "1.0.0")
        let record = try #require(try registry.history().last)
        #expect(record.who == "train" && record.why == "a test")
        #expect(try registry.manifest(version: "1.0.0").data?.first?.name == "list")
        let again = try await desk.end(of: try await train(desk, "taxonomy=tools&kind=bayes", Self.lines))
        #expect(again["result"]?["isNew"] == .bool(false))
    }

    @Test func `a time limit that is not reached has no effect`() async throws {
        let desk = try await LogDesk([])
        let job = try await desk.end(of: try await train(desk, "taxonomy=tools&timeLimit=1d", Self.lines))
        #expect(job["state"]?.string == "succeeded" && job["parameters"]?["timeLimit"]?.integer == 86_400)
        #expect(job["result"]?["timeLimit"] == nil)
        let again = try await desk.end(of: try await train(desk, "taxonomy=tools", Self.lines))
        #expect(again["result"]?["isNew"] == .bool(false))
    }

    @Test func `a table is read too, and a rare label keeps the version a candidate`() async throws {
        let desk = try await LogDesk([])
        let body = "text,label\n" + ["hose", "pump"].map { "the \($0),\($0)\n" }.joined()
        let job = try await desk.end(of: try await train(desk, "taxonomy=tools", type: "text/csv", body))
        #expect(job["result"]?["isActive"] == .bool(false))
        #expect(job["result"]?["objection"]?.string?.hasPrefix("labels need at least 10 texts") == true)
    }

    @Test func `a job whose texts cannot be learned fails with the reason`() async throws {
        let desk = try await LogDesk([])
        let line = #"{"text":"a","label":"x"}"# + "\n"
        let job = try await desk.end(of: try await train(desk, "taxonomy=doctype", line))
        #expect(job["state"]?.string == "failed")
        #expect(job["error"]?.string == "the taxonomy doctype has no label 'x'")
        let one = try await desk.end(of: try await train(desk, "taxonomy=one", line))
        #expect(one["error"]?.string == "at least two texts are required")
        let same = try await desk.end(of: try await train(desk, "taxonomy=one", line + line))
        #expect(same["error"]?.string == "all texts have the same label: x")
        let other = #"{"text":"a","label":"y"}"# + "\n"
        let equal = try await desk.end(of: try await train(desk, "taxonomy=one", line + other))
        #expect(equal["error"]?.string == "all texts are equal")
        #expect(try LabelSetCatalog(folders: desk.folders).existing("one") == nil)
    }

    @Test(arguments: [
        ("", "{}", 400, "invalid-parameter"), ("taxonomy=..", lines, 400, "invalid-parameter"),
        ("taxonomy=a&kind=x", lines, 400, "invalid-parameter"),
        ("taxonomy=a&timeLimit=0s", lines, 400, "invalid-parameter"),
        ("taxonomy=a&timeLimit=soon", lines, 400, "invalid-parameter"),
        ("taxonomy=a&timeLimit=2026-11-21", lines, 400, "invalid-parameter"),
        ("taxonomy=doctype&multilabel=true", lines, 400, "invalid-parameter"),
        ("taxonomy=a&multilabel=true&kind=bayes", lines, 400, "invalid-parameter"),
        ("taxonomy=a", "", 422, "invalid-body"), ("taxonomy=a", "{}\n", 422, "invalid-body"),
        ("taxonomy=a", #"{"text":"a"}"#, 422, "invalid-body"),
    ])
    func `wrong texts and parameters are refused`(
        query: String, body: String, status: Int, type: String
    ) async throws {
        let desk = try await LogDesk([])
        let response = try await train(desk, query, body)
        #expect(response.status == status, "\(query)")
        #expect(try await desk.problem(response) == type, "\(query)")
    }

    // MARK: Retraining

    @Test func `corrections are learned, and a dry run stores nothing`() async throws {
        let desk = try await LogDesk(["see you at 8 then", "x = 1;"])
        try await desk.store.correct(.id(desk.store.entries(newest: 1)[0].id), to: "document", source: .human)
        let registry = ModelRegistry(folder: desk.folders.models, taxonomy: "doctype")
        let dry = try await desk.end(
            of: try await desk.send("POST", "/v1/retrain", as: .train, #"{"dryRun":true}"#))
        #expect(dry["result"]?["corrections"]?.integer == 1)
        #expect(try registry.versions().isEmpty)
        let job = try await desk.end(
            of: try await desk.send("POST", "/v1/retrain", as: .train, #"{"taxonomy":"doctype"}"#))
        #expect(job["state"]?.string == "succeeded" && job["phase"]?.string == "saving")
        let version = try #require(job["result"]?["version"]?.string)
        #expect(try registry.versions() == [version])
    }

    @Test(arguments: [
        (#"{"taxonomy":"x"}"#, 404, "no-such-taxonomy"), (#"{"taxonomy":"spam"}"#, 404, "no-such-record"),
        (#"{"halfLife":"soon"}"#, 422, "invalid-body"), (#"{"texts":[]}"#, 422, "invalid-body"),
        (#"{"withAuthor":["a"],"withoutAuthor":["a"]}"#, 422, "invalid-body"),
    ])
    func `wrong options are refused`(body: String, status: Int, type: String) async throws {
        let desk = try await LogDesk(["x = 1;"])
        let response = try await desk.send("POST", "/v1/retrain", as: .train, body)
        #expect(response.status == status, "\(body)")
        #expect(try await desk.problem(response) == type, "\(body)")
    }

    @Test func `a schedule adds a job for each taxonomy with a log`() async throws {
        let desk = try await LogDesk(["x = 1;"])
        let shelf = LogShelf([], desk.folders)
        let schedule = JobSchedule.retraining(["doctype", "spam"], every: 60, in: desk.queue, shelf)
        let store = try ServiceStore.open(.memory)
        let long = Date(timeIntervalSince1970: 0)
        try await store.keep(.init(started: long, ended: long, outcome: .success("")), of: "retrain")
        let scheduler = Scheduler(store, [schedule]) { _ in await Gate().pass() }
        try await scheduler.start()
        var jobs: [JSONTree] = []
        while jobs.isEmpty {
            jobs = try await desk.get("/v1/jobs").json["items"]?.elements ?? []
            await Task.yield()
        }
        await scheduler.stop()
        #expect(jobs.first?["schedule"]?.string == "retrain" && jobs.first?["kind"]?.string == "retrain")
        #expect(jobs.first?["parameters"]?["taxonomy"]?.string == "doctype")
        await desk.queue.close()
    }
}
