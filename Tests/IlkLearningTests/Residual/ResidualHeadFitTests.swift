import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkModels
@testable import IlkTraining

@Suite("Fitting the head of corrections") struct ResidualHeadFitTests {
    private struct Correction {
        var text: String
        var label: Int
        var weight = 1.0
    }

    private static let taxonomy = ModelFixture.taxonomy(2)
    private static let corrections = [
        Correction(text: "the ferry leaves the quay at noon", label: 0),
        Correction(text: "we paint the hull of the ferry", label: 0, weight: 0.5),
        Correction(text: "a quiet harbour in the morning!", label: 0),
        Correction(text: "grate the cheese over the pasta", label: 1),
        Correction(text: "is there any cheese left?", label: 1),
    ]
    /// The scores of a base version that takes everything for the second label.
    private static let scores = [-0.4, 0.7]

    private static func fit(
        _ corrections: [Correction], statistics: BaseStatistics? = nil
    ) throws -> ResidualHeadFit.Solution {
        var fit = ResidualHeadFit(taxonomy: taxonomy, statistics: statistics)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for one in corrections {
            analyzer.analyze(one.text, into: &analysis)
            fit.add(
                analysis, ContentDigest(of: one.text), labels: [one.label], scores: scores, weight: one.weight
            )
        }
        return fit.solved()
    }

    private static func statistics(_ texts: [String]) throws -> BaseStatistics {
        var counter = BaseStatisticsCounter(labels: 2)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for (index, text) in texts.enumerated() {
            analyzer.analyze(text, into: &analysis)
            counter.add(analysis, categories: [index % 2])
        }
        let documents = [(texts.count + 1) / 2, texts.count / 2]
        return counter.statistics(documents: documents, texts: texts.count)
    }

    /// Returns the differences that the weights of a fit give for a text, before they are rounded to bytes.
    private static func residuals(_ fit: ResidualHeadFit.Solution, _ text: String) throws -> [Double] {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        var features = HeadFeatures()
        return features.row(of: analysis, bits: fit.bits).reduce(into: [0, 0]) { sums, entry in
            for label in 0..<2 {
                sums[label] += entry.value * Double(fit.weights[Int(entry.bucket) * 2 + label])
            }
        }
    }

    private static func file(_ fit: ResidualHeadFit.Solution) throws -> [UInt8] {
        try ResidualHead.added(fit.rounded(), to: ModelFixture.bayes())
    }

    @Test func `the order of the corrections does not matter`() throws {
        let statistics = try Self.statistics(Self.base)
        let file = try Self.file(Self.fit(Self.corrections, statistics: statistics))
        #expect(try file == Self.file(Self.fit(Self.corrections.reversed(), statistics: statistics)))
        let rest = try Self.file(Self.fit(Array(Self.corrections.dropFirst()), statistics: statistics))
        #expect(rest != file)
    }

    @Test(arguments: [false, true])
    func `the answer without a text is that of a fit without it`(_ hasStatistics: Bool) throws {
        let statistics = hasStatistics ? try Self.statistics(Self.base) : nil
        let fit = try Self.fit(Self.corrections, statistics: statistics)
        #expect(fit.answers.map(\.digest) == fit.answers.map(\.digest).sorted())
        for (place, one) in Self.corrections.enumerated() {
            var rest = Self.corrections
            rest.remove(at: place)
            let residuals = try Self.residuals(Self.fit(rest, statistics: statistics), one.text)
            let answer = try #require(fit.answers.first { $0.digest == ContentDigest(of: one.text) })
            #expect(answer.residuals.count == residuals.count)
            for (left, right) in zip(answer.residuals, residuals) { #expect(abs(left - right) < 1e-5) }
        }
    }

    @Test func `texts like a corrected one move towards its label, by the weight of the correction`() throws {
        let text = "the hull of the ferry at the quay"
        let all = try Self.residuals(Self.fit(Self.corrections), text)
        #expect(all[0] > 0.03 && abs(all[0] + all[1]) < 1e-4, "\(all)")
        var halved = Self.corrections
        for index in halved.indices { halved[index].weight /= 4 }
        let less = try Self.residuals(Self.fit(halved), text)
        #expect(less[0] > 0 && less[0] < all[0], "\(less) \(all)")
    }

    private static let base = (0..<40).map { "the tulips and the hedge in bed \($0)" }

    @Test func `statistics of the base version's texts keep the answers to them`() throws {
        // A correction of a text like those of the base version.
        let corrections = Self.corrections + [Correction(text: "the hedge and the tulips, again", label: 0)]
        let free = try Self.fit(corrections)
        let kept = try Self.fit(corrections, statistics: Self.statistics(Self.base))
        let text = "the tulips and the hedge in bed 77"
        let (before, after) = (try Self.residuals(free, text)[0], try Self.residuals(kept, text)[0])
        #expect(before > 0.05 && abs(after) < before / 2, "\(before) \(after)")
        let own = try Self.residuals(kept, "the ferry at the quay")
        #expect(own[0] > 0.05, "\(own)")
    }

    @Test func `the base version keeps more weight if the error is not clearly larger`() {
        let choose = ResidualHeadFit.lastWithinStandardError
        // Equal errors, and a difference that is smaller than its standard error.
        #expect(choose([[1, 2, 3], [1, 2, 3], [1, 2, 3]]) == 2)
        #expect(choose([[1, 2, 3], [1.5, 1.8, 3], [9, 9, 9]]) == 1)
        // Each text is worse.
        #expect(choose([[1, 2, 3], [1.5, 2.6, 3.4], [2, 3, 4]]) == 0)
        // The last one is best.
        #expect(choose([[3, 3], [2, 2], [1, 1]]) == 2)
    }

    /// Corrections of 60 texts of a stream: their labels follow the words, or are at random.
    private static func stream(isNoise: Bool) -> [Correction] {
        (0..<60).map { index in
            let isFerry = index % 2 == 0
            let text = isFerry ? "the ferry leaves the quay \(index)" : "grate the cheese \(index)"
            return Correction(text: text, label: isNoise ? index / 2 % 2 : isFerry ? 0 : 1)
        }
    }

    @Test func `corrections at random change the answers to the base version's texts less`() throws {
        let statistics = try Self.statistics(Self.base.map { $0 + " at the quay" })
        let text = "the tulips and the hedge in bed 7 at the quay"
        let changes = try [false, true].map { isNoise in
            abs(
                try Self.residuals(
                    Self.fit(Self.stream(isNoise: isNoise), statistics: statistics), text)[0])
        }
        #expect(changes[1] < changes[0], "\(changes)")
    }

    @Test func `more labels give fewer corrections and fewer buckets`() {
        #expect([2, 1_024, 4_096, 1 << 24].map(ResidualHeadFit.capacity) == [4_096, 4_096, 1_024, 1])
        #expect([2, 256, 257, 1_024, 1 << 24].map(HeadFeatures.bits) == [16, 16, 15, 14, 6])
    }

    @Test func `statistics do not depend on the order of the texts and are read back`() throws {
        let texts = Self.base + ["grate the cheese", "the ferry leaves"]
        let statistics = try Self.statistics(texts)
        // Moving pairs of texts keeps the label of each.
        #expect(try Self.statistics(Array(texts[20...] + texts[..<20])) == statistics)
        let file = try BaseStatistics.added(statistics.section, to: ModelFixture.linear())
        #expect(try BaseStatistics(ModelStorage(copying: file)) == statistics)
        #expect(try BaseStatistics(ModelStorage(copying: ModelFixture.linear())) == nil)
        #expect(statistics.means.map(\.texts) == [21, 21] && statistics.squares.texts == 42)
    }
}
