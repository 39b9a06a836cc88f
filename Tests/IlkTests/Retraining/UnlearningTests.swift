import IlkFiles
import Foundation
import Ilk
import IlkLog
import IlkLearning
import IlkStore
import IlkVocabulary
import LearningTestSupport
import StoreTestSupport
import TestSupport
import Testing

@Suite struct `Unlearning erased texts` {
    private let desk: RetrainingFixture
    private struct Killed: Error {}

    init() throws { desk = try RetrainingFixture() }

    private var retraining: Retraining {
        Retraining(store: desk.store, folders: desk.folders, now: Date(timeIntervalSince1970: 0))
    }

    /// Creates a log with 90 texts, some of them twice and forty corrected, and an active version trained on
    /// it.
    ///
    /// - Returns: The texts, and the IDs of their rows, oldest first.
    private func learned(seed: UInt64) async throws -> (texts: [LabeledText], rows: [String: [RecordID]]) {
        var made = SyntheticTexts(seed: seed)
        let texts = made.texts(90)
        try await desk.log(texts.map(\.text))
        try await desk.correct(Array(texts[0..<40]))
        try await desk.log((texts[36..<46]).map(\.text), at: 1_800_001_000)
        let report = try await desk.retrain { $0.unlabeledWeight = 0.25 }
        try #require(report.isPromoted, "\(report.lines)")
        #expect(report.heldOut > 0 && (report.trace?.agreed ?? 0) + (report.trace?.unlabeled ?? 0) == 50)
        var rows: [String: [RecordID]] = [:]
        for entry in try await desk.store.entries(newest: 1_000).reversed() {
            rows[entry.log.text, default: []].append(entry.id)
        }
        return (texts, rows)
    }

    private func purge(
        _ ids: [RecordID], noting note: @escaping (Retraining.UnlearningStep) throws -> Void = { _ in }
    ) async throws -> UnlearningReport {
        try await retraining.unlearning(
            { before in try await desk.store.purge(LogPurge(ids: ids), before: before) }, noting: note
        ).report
    }

    /// Checks that a full retraining on the remaining texts has the same result.
    private func expectFull(_ version: String) async throws {
        let full = try await desk.retrain { $0.recounts = true }
        #expect(full.version == version && full.reason.hasPrefix("Nothing new"), "\(full.lines)")
        #expect(try desk.registry.versions() == [version])
    }

    @Test(arguments: TestLength.some(2, of: [UInt64(51), 52, 53, 54]))
    func `the active version is replaced by the result of a full retraining on the rest`(_ seed: UInt64)
        async throws
    {
        let (texts, rows) = try await learned(seed: seed)
        let old = try desk.registry.activeVersion()
        var generator = SeededGenerator(seed: seed)
        // Training, held-out and unlabeled texts, some in two rows of which one or both are erased.
        var ids: [RecordID] = []
        for text in texts {
            guard let own = rows[text.text] else { continue }
            if own.count == 2 {
                ids += [[own[0]], [own[1]], own, []].randomElement(using: &generator) ?? []
            } else if Int.random(in: 0..<5, using: &generator) == 0 {
                ids += own
            }
        }
        let report = try await purge(ids)
        let version = try #require(report.version)
        #expect(version != old && report.deleted.versions == [old].compactMap { $0 })
        #expect(try desk.registry.activeVersion() == version && report.texts > 0)
        let manifest = try desk.registry.manifest(version: version)
        #expect(manifest.retraining?.unlearned == report.texts && manifest.retraining?.gate == nil)
        #expect(
            try desk.registry.history().contains {
                $0.version == version && $0.why == "unlearned texts that were erased from the log"
            })
        let again = try await desk.retrain()
        #expect(again.isIncremental && again.version == version, "\(again.lines)")
        try await expectFull(version)
    }

    @Test(arguments: Retraining.UnlearningStep.allCases)
    func `a killed process leaves the old or the new version, and the purge can be finished`(
        _ step: Retraining.UnlearningStep
    ) async throws {
        let (texts, rows) = try await learned(seed: 61)
        let ids = texts[0..<4].flatMap { rows[$0.text] ?? [] } + (rows[texts[60].text] ?? [])
        let old = try #require(try desk.registry.activeVersion())
        await #expect(throws: Killed.self) {
            _ = try await purge(ids) { if $0 == step { throw Killed() } }
        }
        #expect(try await desk.store.entries(newest: 1_000).count == 100, "no row was deleted before")
        let inUse = try #require(try desk.registry.activeVersion())
        #expect((inUse == old) == (step == .added || step == .counted))
        let (_, report) = try await retraining.unlearning { try await desk.store.finishPurge(before: $0) }
        let version = try #require(try desk.registry.activeVersion())
        #expect(version != old && report.deleted.activatedFallback == nil)
        #expect(try await desk.store.entries(newest: 1_000).count == 95)
        try await expectFull(version)
    }

    @Test func `a process killed at any step is followed by one that finishes the purge`() throws {
        let scratch = try Scratch()
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let probe = try Probe(["unlearn-kills", scratch.path("kills"), "3", seed], name: "RetrainProof")
        let (lines, status) = try probe.finish()
        #expect(status == 0 && lines.last?.contains("0 texts left, 0 other models") == true, "\(lines)")
    }

    @Test func `a purge interrupted halfway is finished and unlearns nothing twice`() async throws {
        let (texts, rows) = try await learned(seed: 62)
        let ids = texts[0..<10].flatMap { rows[$0.text] ?? [] }
        await #expect(throws: Killed.self) {
            _ = try await retraining.unlearning { before in
                try await desk.store.purge(
                    LogPurge(ids: ids), progress: { _ in throw Killed() }, before: before)
            }
        }
        let version = try #require(try desk.registry.activeVersion())
        _ = try await retraining.unlearning { try await desk.store.finishPurge(before: $0) }
        #expect(try desk.registry.activeVersion() == version)
        try await expectFull(version)
    }

    @Test func `erasing a row that was not counted keeps the active version`() async throws {
        let (texts, rows) = try await learned(seed: 63)
        let version = try #require(try desk.registry.activeVersion())
        // One of two equal texts without a correction.
        let twice = try #require(rows[texts[42].text]?.first)
        let report = try await purge([twice])
        #expect(report.version == nil && report.texts == 0 && report.deleted.versions.isEmpty)
        #expect(try await retraining.unlearning { _ in }.report.deleted.versions.isEmpty)
        try await expectFull(version)
    }

    @Test func `after a refused version, the active one is replaced and the refused one deleted`()
        async throws
    {
        let (texts, rows) = try await learned(seed: 64)
        let good = try #require(try desk.registry.activeVersion())
        var made = SyntheticTexts(seed: 640)
        let more = made.texts(300)
        try await desk.log(more.map(\.text), at: 1_800_002_000)
        var flipped = Array(more[0..<240])
        for index in flipped.indices { flipped[index].category = more[index + 1].category }
        try await desk.correct(flipped, author: "mallory")
        try await desk.correct(Array(more[240...]), source: .audit)
        let refused = try await desk.retrain()
        try #require(!refused.isPromoted, "\(refused.lines)")
        #expect(try desk.registry.activeVersion() == good)
        let report = try await purge(rows[texts[0].text] ?? [])
        let version = try #require(report.version)
        #expect(try Set(report.deleted.versions) == [good, #require(refused.version)])
        #expect(try desk.registry.activeVersion() == version)
        try await desk.retrain { $0.excluded = ["mallory"] }
        let trace = try desk.registry.manifest(version: version).retraining
        #expect(trace?.corrections ?? 0 < 40 && trace?.unlearned == 1)
    }

    @Test func `without counts or remaining texts the base version becomes active`() async throws {
        let (texts, rows) = try await learned(seed: 65)
        let version = try #require(try desk.registry.activeVersion())
        let counts = desk.folders.data + "/retraining/doctype.counts"
        let kept = try Data(contentsOf: URL(filePath: counts))
        try FileManager.default.removeItem(atPath: counts)
        let lost = try await purge(rows[texts[0].text] ?? [])
        #expect(lost.version == nil && lost.deleted.versions == [version])
        #expect(lost.deleted.activatedFallback == "built-in" && !kept.isEmpty)
        let again = try #require(try await desk.retrain().version)
        let all = try await retraining.unlearning { before in
            try await desk.store.purge(LogPurge(), before: before)
        }.report
        #expect(all.version == nil && all.deleted.versions == [again])
        #expect(try desk.registry.activeVersion() == "built-in" && desk.registry.versions().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: counts))
    }
}
