import Foundation
import Ilk
import IlkFiles
import IlkLearning
import IlkLog
import IlkModels
import IlkStore
import IlkVocabulary
import LearningTestSupport
import TestSupport
import Testing

@Suite struct `Drift of a log` {
    private let desk: RetrainingFixture
    private static let week = 604_800.0

    init() throws { desk = try RetrainingFixture() }

    private func report() async throws -> LogDriftReport {
        try await LogDrift(store: desk.store, assembly: PipelineAssembly(folders: desk.folders))
            .report(days: 7, count: 4)
    }

    @Test func `an empty log is reported as such`() async throws {
        let report = try await report()
        #expect(report.windows.isEmpty && !report.hasDrifted)
        #expect(report.statements == ["the log is empty"])
    }

    @Test func `weeks with equal label shares show no drift, and a week of one label does`()
        async throws
    {
        var made = SyntheticTexts(seed: 21)
        for week in 0..<3 {
            try await desk.log(made.texts(60).map(\.text), at: 1_800_000_000 + Double(week) * Self.week)
        }
        let calm = try await report()
        #expect(calm.windows.count == 3)
        #expect(calm.againstBefore.allSatisfy { !$0.hasMoved }, "\(calm.statements)")
        let code = (0..<80).map { _ in made.text("code") }
        try await desk.log(code, at: 1_800_000_000 + 3 * Self.week)
        let moved = try await report()
        #expect(moved.againstBefore.contains { $0.watched == .label("code") && $0.hasMoved })
        #expect(
            moved.statements.contains { $0.contains("code is 100.0 % of the newest") }, "\(moved.statements)")
    }

    @Test func `a merge of two labels is not drift`() async throws {
        let taxonomy = Taxonomy(name: "news", categories: ["race", "match"])
        let store = try ClassificationLogStore.open(
            .file(desk.desk.root.appending(path: "log-news.sqlite").path), taxonomy: taxonomy)
        let texts = taxonomy.categories.flatMap { label in
            (0..<40).map { LabeledText(text: "\(label) number \($0) as ever", category: label) }
        }
        let bytes = try TrainingRun(taxonomy: taxonomy, settings: BayesSettings(minimumFrequency: 1))
            .train(texts)
        let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))
        let registry = ModelRegistry(folder: desk.folders.models, taxonomy: "news")
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        try registry.promote(registry.add(bytes, VersionManifest(of: model, signature)).version, signature)
        let logger = ClassificationLogger(store: store)
        for (week, text) in (0..<2).flatMap({ week in texts.map { (week, $0) } }) {
            let time = Date(timeIntervalSince1970: 1_800_000_000 + Double(week) * Self.week)
            await logger.log(
                classification: TextClassification(
                    category: week == 0 ? text.category : "match", timestamp: time, textSample: ""),
                fullText: text.text, features: nil)
        }
        await logger.close()
        func moved(_ labels: LabelSet?) async throws -> [DriftFinding.Figure] {
            let report = try await LogDrift(store: store, labels: labels, folders: desk.folders)
                .report(days: 7, count: 2)
            return (report.againstBefore + report.againstTraining).filter(\.hasMoved).map(\.watched)
        }
        #expect(try await Set(moved(nil)) == [.label("race"), .label("match")])
        var set = LabelSet(id: "n", name: "news", labels: [.init("match")])
        set.merged = ["race": "match"]
        #expect(try await moved(set).isEmpty)
    }

    @Test func `unknown words are detected as drift`() async throws {
        var made = SyntheticTexts(seed: 22)
        try await desk.log(made.texts(60).map(\.text))
        let strange = (0..<60).map {
            "Zvorp\($0) quelbrim snarf\($0) ublix grontaw, meebo\($0) trasqul vlorn\($0)."
        }
        try await desk.log(strange, at: 1_800_000_000 + Self.week)
        let report = try await report()
        #expect(report.againstTraining.contains { $0.watched == .outOfVocabularyRate && $0.hasMoved })
        #expect(report.statements.contains { $0.contains("out-of-vocabulary rate") }, "\(report.statements)")
    }
}
