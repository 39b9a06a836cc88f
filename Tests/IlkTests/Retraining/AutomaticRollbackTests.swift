import Foundation
import Ilk
import IlkLearning
import IlkModels
import IlkVocabulary
import LearningTestSupport
import TestSupport
import Testing

@Suite struct `Automatic rollback` {
    private let desk: RetrainingFixture

    init() throws { desk = try RetrainingFixture() }

    /// Adds a version of a model that learned wrong labels, promotes it, and corrects the predictions of
    /// others texts.
    private func fill(promotedBy author: String, corrections count: Int) async throws -> String {
        let signature = ChangeAuthor(who: author, when: Date(timeIntervalSince1970: 0))
        var made = SyntheticTexts(seed: 21)
        let categories = SyntheticTexts.categories
        let wrong = made.texts(180).map { text in
            let place = categories.firstIndex(of: text.category) ?? 0
            return LabeledText(text: text.text, category: categories[(place + 1) % categories.count])
        }
        let bytes = try TrainingRun(taxonomy: .documentType, settings: BayesSettings(minimumFrequency: 1))
            .train(wrong)
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        let version = try desk.registry.add(bytes, VersionManifest(of: model, signature)).version
        try desk.registry.promote(version, signature)
        let texts = made.texts(count)
        try await desk.log(texts.map(\.text))
        try await desk.correct(texts)
        return version
    }

    @Test func `a version is rolled back if later corrections show that the one before it is better`()
        async throws
    {
        let version = try await fill(promotedBy: "ilk retrain", corrections: 40)
        let dry = try await desk.retrain { $0.promotes = false }
        #expect(dry.rollback?.to == "built-in")
        #expect(try desk.registry.activeVersion() == version, "a dry run changes nothing")
        let report = try await desk.retrain()
        let rollback = try #require(report.rollback)
        #expect(rollback.from == version && rollback.to == "built-in")
        #expect(rollback.gate.samples.first?.name == "new corrections")
        #expect(
            report.lines.count { $0.hasPrefix("Rollback  \(version) to built-in. Of 40 corrections") } == 1)
        #expect(report.lines.count <= 6, "\(report.lines)")
        let record = try #require(try desk.registry.history().first { $0.act == .rollback })
        #expect(record.version == "built-in" && record.who == "ilk retrain")
        #expect(record.why?.contains("corrections since its promotion") ?? false)
        #expect(try await desk.retrain().rollback == nil, "it is rolled back once")
    }

    @Test(arguments: [("tester", 40), ("ilk retrain", 9)])
    func `the choice of a person is final, and a few corrections are too few`(author: String, count: Int)
        async throws
    {
        let version = try await fill(promotedBy: author, corrections: count)
        let report = try await desk.retrain { $0.promotes = false }
        #expect(report.rollback == nil)
        #expect(try desk.registry.activeVersion() == version)
    }
}
