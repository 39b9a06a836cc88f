import IlkFiles
import IlkCallsCommand
import Foundation
import Ilk
import IlkCalls
import IlkLearning
import IlkPipeline
import IlkStore
import IlkVocabulary
import Testing

/// Trains a model on calls, and unlearns calls.
@Suite struct `Retraining from a store` {
    private let desk: RuleTestFolder
    private let storage: CallLogStorage
    private let contact: Int32
    private static let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))

    init() async throws {
        desk = try RuleTestFolder()
        storage = try CallLogStorage.open(.file(desk.root.appending(path: "calls.sqlite").path))
        contact = try await storage.contact(creatingNamed: "Sarah").contact.id
    }

    private var registry: ModelRegistry {
        ModelRegistry(folder: desk.folders.models, taxonomy: "emotion")
    }

    private var retraining: StoreRetraining {
        StoreRetraining(
            from: storage, as: .calls, folders: desk.folders, now: Date(timeIntervalSince1970: 0))
    }

    private var assembly: PipelineAssembly {
        PipelineAssembly(taxonomy: .emotion, thresholds: 0.0, folders: desk.folders)
    }

    /// Adds calls of two emotions with notes that no rule matches. With `telling`, the notes reveal the
    /// emotion. Otherwise two calls with the same word have different ones, and half of them are neutral.
    private func add(_ count: Int, from start: Int = 0, telling: Bool = true) async throws {
        let words = ["lake", "mill", "reed", "moss", "fern", "clay", "dune", "loam"]
        for number in start..<start + count {
            let isHappy = number % 2 == 0
            let word =
                telling
                ? (isHappy ? "zorp blick" : "quang dreel")
                : "we talked about the \(words[number / 2 % words.count])"
            try await storage.saveCallLog(
                CallDraft(
                    contactId: contact, calledAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)),
                    emotionalState: isHappy ? .happy : telling ? .frustrated : .neutral,
                    notes:
                        "\(word) \(String(number, radix: 3).map { ["a", "e", "o"][$0.hexDigitValue ?? 0] }.joined())"
                ))
        }
    }

    @Test func `the first version is compared with the built-in model and can be rolled back to it`()
        async throws
    {
        try await add(24)
        let watched = try ReloadablePipeline(assembly)
        let alone = try watched.classify("zorp blick a").provenance
        let report = try await retraining.run()
        let sample = try #require(report.gate.samples.first)
        #expect(
            report.gate.samples.count == 1 && sample.name == "cross-validated"
                && sample.comparison.texts == 24)
        #expect(report.isPromoted && sample.comparison.onlySecondRight > 5, "\(report.lines)")
        let version = try #require(report.version)
        #expect(try registry.manifest(version: version).gate == report.gate)
        #expect(watched.reloadModelIfChanged()?.outcome == .replaced)
        #expect(try watched.classify("zorp blick a").category == "happy")

        #expect(try registry.rollback(Self.signature).version == "built-in")
        #expect(watched.reloadModelIfChanged()?.outcome == .replaced)
        #expect(try watched.classify("zorp blick a").provenance == alone)
        let again = try await retraining.run()
        #expect(!again.isPromoted && again.reason.contains("rolled back"), "\(again.lines)")
        #expect(try registry.activeVersionOrNone() == "built-in")
        try registry.promote(version, Self.signature)
        #expect(try watched.current.classify("x").provenance == alone, "not reloaded yet")
    }

    @Test func `a first version that is no better than the built-in model is a candidate`() async throws {
        try await add(12, telling: false)
        let report = try await retraining.run()
        let version = try #require(report.version)
        #expect(!report.isPromoted && report.isRefused && !report.gate.isPassed, "\(report.lines)")
        #expect(try registry.activeVersionOrNone() == "built-in" && registry.versions() == [version])
        #expect(
            report.lines.last == "Use it    ilk model promote \(version) --taxonomy emotion")
        #expect(try await !retraining.run(promotes: false).isPromoted)
    }

    @Test func `with enough calls some are held out, and the active version is compared too`() async throws {
        try await add(60)
        let first = try await retraining.run()
        #expect(first.heldOut > 0 && first.gate.samples.map(\.name) == ["held out", "cross-validated"])
        #expect(first.isPromoted, "\(first.lines)")
        try await add(6, from: 60)
        let second = try await retraining.run()
        #expect(second.isPromoted && second.version != first.version, "\(second.lines)")
        let same = try await retraining.run()
        #expect(same.version == second.version && same.reason.hasPrefix("Nothing new"))
        #expect(try registry.versions().count == 2, "a retraining without new texts adds no version")
    }

    @Test func `erased calls are unlearned immediately by deleting every version trained on them`()
        async throws
    {
        try await add(24)
        let first = try #require(try await retraining.run().version)
        try await add(2, from: 24)
        let second = try #require(try await retraining.run().version)
        #expect(try registry.activeVersionOrNone() == second)
        #expect(try await retraining.forgetErased().versions.isEmpty, "no record was erased")
        // The last two calls. Only the second version was trained on them.
        try await storage.purge(
            CallPurge(filter: CallFilter(since: Date(timeIntervalSince1970: 1_700_000_024))))
        let forgotten = try await retraining.forgetErased()
        #expect(forgotten.versions == [second] && forgotten.activatedFallback == "built-in")
        #expect(try registry.versions() == [first])
        let remade = try await retraining.run()
        #expect(remade.version == first, "without them the first model is trained again: \(remade.lines)")
        // One of the first calls, erased without unlearning. The next retraining detects it.
        try await storage.purge(
            CallPurge(filter: CallFilter(until: Date(timeIntervalSince1970: 1_700_000_001))))
        let dry = try await retraining.run(promotes: false)
        #expect(try dry.erased == [first] && registry.versions() == [first])
        let after = try await retraining.run()
        let last = try #require(after.version)
        #expect(after.erased == [first] && after.isPromoted, "\(after.lines)")
        #expect(try registry.versions() == [last])
    }

    @Test func `after all calls are erased, the built-in model decides again`() async throws {
        try await add(24)
        #expect(try await retraining.run().isPromoted)
        try await storage.purge(CallPurge())
        let report = try await retraining.run()
        #expect(report.version == nil && report.rolledBackTo == "built-in" && report.erased.count == 1)
        #expect(try registry.versions().isEmpty && registry.activeVersionOrNone() == "built-in")
        #expect(report.lines.contains { $0.hasSuffix("active now: built-in") })
    }

    @Test func `deleting a call that was never synced erases it, so it is unlearned`() async throws {
        try await add(24)
        let version = try #require(try await retraining.run().version)
        let last = try await storage.fetchCallLogs(limit: 1)[0]
        _ = try await storage.deleteCallLogs([.id(last.key)])
        let report = try await retraining.run()
        #expect(report.erased == [version] && report.learned == 23, "\(report.lines)")
        #expect(try !registry.versions().contains(version))
    }

    @Test func `a version with a damaged manifest does not prevent retraining`() async throws {
        try await add(24)
        let first = try #require(try await retraining.run().version)
        try await add(2, from: 24)
        let second = try #require(try await retraining.run().version)
        #expect(try registry.activeVersionOrNone() == second && first != second)
        let folder = URL(filePath: registry.path(version: first)).deletingLastPathComponent()
        try Data("{".utf8).write(to: folder.appending(path: "manifest.json"))
        try await add(2, from: 26)
        let third = try await retraining.run()
        #expect(third.isPromoted && third.version != second, "\(third.lines)")
        // The fallback is the state before the store's versions. The damaged version is skipped.
        try await storage.purge(CallPurge())
        #expect(try await retraining.forgetErased().activatedFallback == "built-in")
    }
}
