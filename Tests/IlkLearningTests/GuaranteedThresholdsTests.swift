import FoundationEssentials
import IlkPipeline
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

@Suite("Guaranteed thresholds") struct GuaranteedThresholdsTests {
    private static let taxonomy = RuleFixture.taxonomy
    private static let provenance = Provenance(
        classifier: "fused", modelDigest: "ab", ruleSetDigest: "cd", icuVersion: "72.1")

    /// Verdicts whose probabilities are too high by `harm`, with their labels.
    private static func answers(_ count: Int, seed: UInt64, harm: Double) -> [(
        Verdict, IlkVocabulary.Category
    )] {
        var dice = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let best = Int.random(in: 0..<3, using: &dice)
            let probability = Double.random(in: 0.5..<1, using: &dice)
            let isRight = Double.random(in: 0..<1, using: &dice) < probability - harm * (1 - probability)
            var probabilities = [Double](repeating: (1 - probability) / 2, count: 3)
            probabilities[best] = probability
            let verdict = Verdict(
                category: taxonomy.categories[best], probability: probability, probabilities: probabilities,
                scores: probabilities, taxonomy: taxonomy, provenance: provenance)
            return (verdict, taxonomy.categories[isRight ? best : (best + 1) % 3])
        }
    }

    private static func evaluation(_ answers: [(Verdict, IlkVocabulary.Category)]) -> Evaluation {
        var evaluation = Evaluation(taxonomy: taxonomy)
        for (verdict, category) in answers { evaluation.add(verdict, actual: category, words: 9) }
        return evaluation
    }

    private static func found(_ evaluation: Evaluation, _ maxError: Double) -> GuaranteedThresholds {
        let guarantees = zip(taxonomy.categories, evaluation.guarantees(maxError: maxError))
        return GuaranteedThresholds(
            guarantees.map { ($0, $1) }, maxError: maxError, of: provenance)
    }

    /// A guarantee may fail once in twenty times. At that rate, 300 guarantees have more than 26 failures in
    /// one of a hundred runs of this test.
    @Test func `the guaranteed error rate of each category holds on new texts`() throws {
        var broken = 0
        var kept = 0
        for seed in 0..<100 {
            let halves = Self.answers(4_000, seed: UInt64(seed), harm: 0)
            let found = Self.found(Self.evaluation(Array(halves.prefix(2_000))), 0.1)
            let values = found.thresholds.values(for: Self.taxonomy)
            for (place, category) in Self.taxonomy.categories.enumerated() {
                let accepted = halves.suffix(2_000).filter {
                    $0.0.category == category && $0.0.probability >= values[place]
                }
                guard accepted.count >= 50 else { continue }
                kept += 1
                let wrong = accepted.count { $0.1 != category }
                // More errors than chance explains at the permitted rate, one-sided at 1 %.
                let test = BinomialProportion(events: wrong, trials: accepted.count)
                if test.lowerBound(error: 0.01) > 0.1 { broken += 1 }
            }
        }
        #expect(kept > 150 && broken <= 26, "\(broken) of \(kept)")
    }

    @Test func `the former outcome kept is read from saved thresholds`() throws {
        let json =
            #"{"maxError":0.1,"classifier":"fused","answers":"#
            + #"[{"threshold":0.7,"outcome":"kept","rows":9,"accepted":8,"errors":0}]}"#
        let found = try JSONDecoder().decode(GuaranteedThresholds.self, from: Data(json.utf8))
        #expect(found.answers.map(\.outcome) == [.guaranteed] && found.thresholds.defaultThreshold == 0.7)
    }

    @Test func `a category with too few rows is never predicted and is reported`() throws {
        var answers = Self.answers(3_000, seed: 5, harm: 0)
        answers.removeAll { $0.0.category == "harbour" && $0.0.probability > 0.503 }
        let found = Self.found(Self.evaluation(answers), 0.1)
        #expect(found.answers.map(\.outcome) == [.guaranteed, .tooFewRows, .guaranteed])
        let values = found.thresholds.values(for: Self.taxonomy)
        #expect(values[0] < 1 && values[1] > 1 && values[2] < 1)
    }

    @Test func `thresholds survive encoding and apply only to their classifier, model and rules`() throws {
        let found = Self.found(Self.evaluation(Self.answers(3_000, seed: 6, harm: 0)), 0.1)
        let read = try JSONDecoder().decode(GuaranteedThresholds.self, from: JSONEncoder().encode(found))
        #expect(read == found && read.isValid(for: Self.provenance))
        for change in 0..<3 {
            var other = Self.provenance
            if change == 0 { other.classifier = "bayes" }
            if change == 1 { other.modelDigest = "ef" }
            if change == 2 { other.ruleSetDigest = nil }
            #expect(!read.isValid(for: other))
        }
    }

    @Test func `predictions that no threshold would accept give no guarantee`() {
        var answers = Self.answers(600, seed: 7, harm: 0)
        for index in answers.indices { answers[index].0.abstention = .noEvidence }
        let guarantee = Self.evaluation(answers).guarantee(maxError: 0.3)
        #expect(guarantee.outcome != .guaranteed && guarantee.rows == 600)
    }
}
