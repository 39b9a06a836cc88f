import IlkLog
import Foundation
import Ilk
import IlkLearning
import IlkModels
import IlkPipeline
import IlkVocabulary
import LearningTestSupport
import TestSupport
import Testing

/// Checks that retraining on its own output is stable, and that an author of wrong corrections is detected
/// and can be excluded.
///
/// `ILK_LOOP_TEXTS` sets the number of texts. The long form has 10,000 (`make learning-proof`).
@Suite struct `Learning loop` {
    private let desk: RetrainingFixture

    init() throws { desk = try RetrainingFixture() }

    private static func size(_ usual: Int) -> Int {
        ProcessInfo.processInfo.environment["ILK_LOOP_TEXTS"].flatMap { Int($0) } ?? usual
    }

    /// Returns the share of each predicted label, and the number of correct predictions.
    private func predictions(_ texts: [LabeledText]) throws -> (shares: [Double], right: Int) {
        let session = try desk.pipeline.makeSession()
        var counts = [Double](repeating: 0, count: Taxonomy.documentType.count)
        var right = 0
        for text in texts {
            let category = session.classify(text.text).category
            counts[Taxonomy.documentType.index(of: category) ?? 0] += 1
            if category == text.category { right += 1 }
        }
        return (counts.map { $0 / Double(texts.count) }, right)
    }

    private func documents() throws -> [Double] {
        let model = try #require(try PipelineAssembly(folders: desk.folders).loadModel())
        let all = Double(model.documents.reduce(0, +))
        return model.documents.map { Double($0) / all }
    }

    @Test func `ten rounds on its own output shift no label by a point and cost no accuracy`()
        async throws
    {
        var made = SyntheticTexts(seed: 11)
        let measured = made.texts(120)
        let before = try predictions(measured)
        let priors = try documents()
        let round = max(24, Self.size(240) / 10)
        for number in 0..<10 {
            // A skewed distribution, as in real logs: half of the texts are messages.
            let texts = (0..<round).map { index in
                made.text(index % 2 == 0 ? "message" : SyntheticTexts.categories[index / 2 % 6])
            }
            try await desk.log(texts, at: 1_800_000_000 + Double(number * 100_000))
            // Use the largest weight for unlabeled texts. By default their weight is 0 without corrections.
            let report = try await desk.retrain { $0.unlabeledWeight = 1 }
            let version = try #require(report.version)
            // Promote every version, whatever the gate says: the worst case.
            try desk.registry.promote(
                version, ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0)))
            let trace = try #require(report.trace)
            #expect(trace.corrections == 0 && trace.agreed + trace.unlabeled > 0)
        }
        let after = try predictions(measured)
        for (old, new) in zip(before.shares, after.shares) {
            #expect(abs(old - new) <= 0.01, "\(before.shares) \(after.shares)")
        }
        for (old, new) in zip(priors, try documents()) { #expect(abs(old - new) <= 0.01) }
        #expect(after.right >= before.right, "\(before.right) \(after.right)")
    }

    @Test func `wrong corrections fail the gate, and their author can be excluded by name`()
        async throws
    {
        var made = SyntheticTexts(seed: 12)
        let honest = made.texts(24)
        let poison = made.texts(Self.size(2_000))
        try await desk.log((honest + poison).map(\.text))
        try await desk.correct(honest)
        let clean = try await desk.retrain()
        #expect(clean.isPromoted)

        let categories = SyntheticTexts.categories
        let flipped = poison.map { text in
            let place = categories.firstIndex(of: text.category) ?? 0
            return LabeledText(text: text.text, category: categories[(place + 1) % categories.count])
        }
        try await desk.correct(flipped, author: "mallory")
        let refused = try await desk.retrain()
        #expect(!refused.isPromoted && !refused.gate.isPassed, "\(refused.lines)")
        #expect(refused.gate.fallen.map(\.name) == ["regression set"])
        #expect(try desk.registry.activeVersion() == clean.version)
        #expect(refused.suspectedAuthor?.name == "mallory")
        #expect(refused.lines.contains { $0.hasSuffix("ilk retrain --without-author mallory") })
        let candidate = try desk.registry.manifest(version: try #require(refused.version))
        #expect(
            candidate.retraining?.gate == refused.gate, "the manifest of the candidate contains the report")

        let unlearned = try await desk.retrain { $0.excluded = ["mallory"] }
        #expect(
            unlearned.corrections == 24 && unlearned.gate.isPassed && unlearned.trace?.without == ["mallory"])
        // The texts lose the wrong labels immediately.
        let digest = ContentDigest(of: poison[0].text)
        #expect(try await desk.store.correctedCategories()[digest] == nil)
        #expect(try await desk.store.correctedCategories().count == 24)
        #expect(try await desk.store.leftOut() == ["mallory"])
        // The author stays excluded in later retrainings.
        #expect(try await desk.retrain().corrections == 24)
        #expect(try await desk.retrain { $0.readmitted = ["mallory"] }.corrections == 24 + flipped.count)
        #expect(try await desk.store.correctedCategories()[digest] == [flipped[0].category])
    }
}
