import Foundation
import Ilk
import IlkLearning
import IlkLog
import IlkStore
import IlkVocabulary
import LearningTestSupport
import Testing

@Suite struct `Learning from a log` {
    private typealias Category = IlkVocabulary.Category

    private let desk: RuleTestFolder
    private let store: ClassificationLogStore

    init() throws {
        desk = try RuleTestFolder()
        store = try .open(
            .file(desk.root.appending(path: "log-news.sqlite").path),
            taxonomy: Taxonomy(name: "news", categories: ["match", "race", "vote"]))
    }

    /// Logs texts with a label at the seconds 0, 1, ..., and returns their ids.
    private func log(_ texts: [String], as label: Category = "match") async throws -> [RecordID] {
        let logger = ClassificationLogger(store: store)
        for (second, text) in texts.enumerated() {
            await logger.log(
                classification: TextClassification(
                    category: label, timestamp: Date(timeIntervalSince1970: Double(second)), textSample: ""),
                fullText: text, features: nil)
        }
        await logger.close()
        return try await store.entries(newest: 1_000).reversed().map(\.id)
    }

    private func correct(
        _ id: RecordID, to label: Category, source: CorrectionSource = .human, by author: String? = "Ida"
    ) async throws {
        try await store.correct(.id(id), to: label, source: source, author: author)
    }

    private func report(
        _ labels: LabelSet? = nil, since: Double? = nil, until: Double? = nil
    ) async throws -> LearningReport {
        let learning = LogLearning(store: store, labels: labels, folders: desk.folders)
        return try await learning.report(
            since: since.map { Date(timeIntervalSince1970: $0) },
            until: until.map { Date(timeIntervalSince1970: $0) }, drift: try await learning.drift())
    }

    @Test func `a log without corrections has no figures`() async throws {
        let empty = try await report()
        #expect(empty.figures.total.texts == 0 && empty.drift?.statements == ["the log is empty"])
        _ = try await log(["a"])
        #expect(try await report().figures.total.texts == 0)
    }

    @Test func `confirmed labels are correct and contradicted ones are not`() async throws {
        let ids = try await log(["a", "b", "c", "d"])
        try await correct(ids[0], to: "match")
        try await correct(ids[1], to: "race")
        try await correct(ids[3], to: "match", source: .audit, by: nil)
        let figures = try await report().figures
        #expect(figures.total.chosen.texts == 2 && figures.total.chosen.correct == 1)
        #expect(figures.total.audits.texts == 1 && figures.total.audits.correct == 1)
        #expect(figures.times == 0...3)
        #expect(figures.authors.map(\.name) == ["Ida", "audit"])
        #expect(figures.versions.periods.map(\.predictions.texts) == [3])
    }

    @Test func `of equal texts the first prediction and the last label count`() async throws {
        let ids = try await log(["a", "a", "b"])
        try await correct(ids[1], to: "race")
        try await correct(ids[0], to: "match", by: "Bo")
        try await correct(ids[2], to: "race", by: "Bo")
        try await correct(ids[2], to: "vote", by: "Bo")
        let report = try await report()
        #expect(report.figures.total.texts == 2 && report.figures.total.correct == 1)
        #expect(report.figures.times == 0...2)
        #expect(report.disputed == 1, "only different authors disagree")
        #expect(report.figures.authors.map(\.name) == ["Bo"])
    }

    @Test func `an audited text stays an audit when it is corrected again`() async throws {
        let ids = try await log(["a"])
        try await correct(ids[0], to: "race", source: .audit)
        try await correct(ids[0], to: "vote")
        #expect(try await report().figures.total.audits.texts == 1)
    }

    @Test func `withdrawn corrections and those of ignored authors do not count`() async throws {
        let ids = try await log(["a", "b", "c"])
        for id in ids { try await correct(id, to: "race", by: id == ids[1] ? "Bo" : "Ida") }
        try await store.withdrawCorrections(of: .id(ids[0]))
        try await store.ignore(["Bo"])
        let report = try await report()
        #expect(report.figures.total.texts == 1 && report.figures.authors.map(\.name) == ["Ida"])
        #expect(report.uncounted == 1 && report.ignored == ["Bo"])
    }

    @Test func `a report of a period has only its texts`() async throws {
        let ids = try await log(["a", "b", "c", "d"])
        for id in ids { try await correct(id, to: "match") }
        #expect(try await report(since: 1, until: 3).figures.times == 1...2)
        #expect(try await report(since: 2).figures.times == 2...3)
        #expect(try await report(since: 3, until: 1).figures.total.texts == 0)
    }

    @Test func `merged labels count for the label that they became, and retired ones do not count`()
        async throws
    {
        let ids = try await log(["a", "b", "c"], as: "race")
        try await correct(ids[0], to: "match")
        try await correct(ids[1], to: "race")
        try await correct(ids[2], to: "vote")
        var set = LabelSet(id: "n", name: "news", labels: [.init("match"), .init("vote", isRetired: true)])
        set.merged = ["race": "match"]
        let report = try await report(set)
        #expect(report.figures.total.texts == 2 && report.figures.total.correct == 2)
        #expect(report.figures.labels.rows.map(\.label) == ["match"])
        #expect(report.uncounted == 1)
    }

    @Test func `an author who contradicts the predictions more than the others is named`() async throws {
        let ids = try await log((0..<60).map { "text \($0)" })
        for (place, id) in ids.enumerated() {
            try await correct(
                id, to: place % 3 == 0 ? "vote" : "match", source: place < 20 ? .audit : .human,
                by: place % 3 == 0 ? "Bo" : "Ida")
        }
        let report = try await report()
        #expect(report.suspectedAuthor?.name == "Bo")
        #expect(report.suspectedAuthor?.corrections == 13, "audits are left out")
    }

    @Test func `predictions belong to the version that made them`() async throws {
        let desk = try RetrainingFixture()
        var made = SyntheticTexts(seed: 3)
        let texts = made.texts(60)
        try await desk.log(texts.map(\.text))
        try await desk.correct(texts)
        let retrained = try await desk.retrain()
        let version = try #require(retrained.version)
        if !retrained.isPromoted {
            try desk.registry.promote(version, ChangeAuthor(who: "Ida", when: Date(timeIntervalSince1970: 0)))
        }
        let others = made.texts(12)
        try await desk.log(others.map(\.text), at: 1_800_100_000)
        try await desk.correct(others)
        let learning = LogLearning(store: desk.store, labels: nil, folders: desk.folders)
        let report = try await learning.report(drift: try await learning.drift())
        let periods = report.figures.versions.periods
        #expect(periods.map(\.version) == ["built-in", version])
        #expect(periods.map(\.predictions.texts) == [60, 12])
        #expect(periods[1].gate != nil && report.figures.versions.others.texts == 0)
        #expect(report.drift?.windows.isEmpty == false)
    }
}
