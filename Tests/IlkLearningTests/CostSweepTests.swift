import FoundationEssentials
import IlkRules
import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Costs of predictions") struct CostSweepTests {
    private static let taxonomy = Taxonomy(name: "places", categories: ["garden", "harbour", "quay"])

    private static func read(_ text: String) -> PredictionCostReader.Result {
        PredictionCostReader.read(
            RuleSource(name: "costs.yaml", bytes: Array(text.utf8)), taxonomy: taxonomy)
    }

    /// Returns the evaluation of predictions of `garden`, with the probability and the actual label of each.
    private static func evaluation(_ rows: [(Double, IlkVocabulary.Category)]) -> Evaluation {
        var evaluation = Evaluation(taxonomy: taxonomy)
        for (probability, actual) in rows {
            let rest = (1 - probability) / 2
            let verdict = Verdict(
                category: "garden", probability: probability, probabilities: [probability, rest, rest],
                scores: [probability, rest, rest], taxonomy: taxonomy,
                abstention: probability < 0.6 ? .unsure : nil,
                provenance: Provenance(
                    classifier: "bayes", modelDigest: nil, ruleSetDigest: nil, icuVersion: "1"))
            evaluation.add(verdict, actual: actual, words: 1)
        }
        return evaluation
    }

    @Test(arguments: [
        "abstain: 1\nerror: 4\nerrors:\n  garden: { quay: 9 }\nabstentions: { harbour: 2 }\n",
        #"{"abstain": 1, "error": 4, "errors": {"garden": {"quay": 9}}, "abstentions": {"harbour": 2}}"#,
    ])
    func `costs are read from YAML and JSON`(text: String) throws {
        let costs = try #require(Self.read(text).costs)
        #expect(costs.cost(ofPredicting: 0, for: 0) == 0 && costs.cost(ofPredicting: 2, for: 0) == 9)
        #expect(costs.cost(ofPredicting: 1, for: 0) == 4 && costs.cost(ofPredicting: 0, for: 2) == 4)
        #expect((0..<3).map(costs.costOfAbstaining) == [1, 2, 1])
    }

    @Test func `an error costs 1 unless the file says otherwise`() throws {
        let costs = try #require(Self.read("abstain: 0.5").costs)
        #expect(costs.cost(ofPredicting: 1, for: 2) == 1 && costs.costOfAbstaining(for: 0) == 0.5)
    }

    @Test(arguments: [
        ("error: 2\n", "costs.yaml:1:1", "abstain"),
        ("abstain: -1\n", "costs.yaml:1:10", "'abstain' must be a number from 0 to 1000000000"),
        ("abstain: 1\nerror: much\n", "costs.yaml:2:8", "'error' must be a number from 0 to 1000000000"),
        ("abstain: 1\nerror: nan\n", "costs.yaml:2:8", "'error' must be a number"),
        ("abstain: 1\nerrors: { gardn: { quay: 1 } }\n", "costs.yaml:2:11", "there is no label 'gardn'"),
        ("abstain: 1\nerrors: { quay: { quay: 1 } }\n", "costs.yaml:2:19", "a correct prediction costs"),
        ("abstain: 1\nabstentions: { sea: 1 }\n", "costs.yaml:2:16", "there is no label 'sea'"),
        ("abstain: 1\ncosts: 3\n", "costs.yaml:2:1", "has no key 'costs'"),
        ("[1]", "costs.yaml:1:1", "the file is not a file of costs"),
        ("secret: 1\npassword: hunter2\n", "costs.yaml:1:1", "the file is not a file of costs"),
        ("{\n  \"abstain\": 1,\n  \"costs\": 3\n}", "costs.yaml:3:3", "has no key 'costs'"),
        ("abstain: [", "costs.yaml:", ""),
    ])
    func `an error names the place and the allowed values`(text: String, place: String, message: String) {
        let result = Self.read(text)
        #expect(result.costs == nil)
        let told = result.diagnostics.map(\.description).joined(separator: "\n")
        #expect(told.contains(place) && told.contains(message), "\(told)")
        #expect(!told.contains("password") && !told.contains("hunter2"))
    }

    @Test func `the sweep finds the cheapest threshold`() {
        let evaluation = Self.evaluation([
            (0.9, "garden"), (0.8, "garden"), (0.8, "quay"), (0.7, "garden"), (0.5, "harbour"),
        ])
        // Above .9 all abstain: 5. From .9: 4. From .8: 1 error and 2 abstentions. From .7: 1 error and 1.
        for (error, threshold, cost, errors, abstentions) in [
            (0.5, 0.5, 1.0, 2, 0), (1.5, 0.7, 2.5, 1, 1), (10, 0.9, 4, 0, 4), (2, 0.7, 3, 1, 1),
        ] {
            let sweep = evaluation.sweep(
                PredictionCosts(taxonomy: Self.taxonomy, error: error, abstention: 1))
            #expect(
                sweep.cheapest
                    == CostSweep.Point(
                        threshold: threshold, cost: cost, errors: errors, abstentions: abstentions),
                "error \(error)")
            #expect(sweep.texts == 5 && sweep.current.abstentions == 1 && sweep.current.errors == 1)
            #expect(sweep.points.count == CostSweep.thresholds.count + 1)
            #expect(sweep.points.last == CostSweep.Point(threshold: nil, cost: 5, errors: 0, abstentions: 5))
            #expect(sweep.points.allSatisfy { $0.cost >= sweep.cheapest.cost })
        }
    }

    @Test func `abstaining on all texts can be cheapest, and texts without evidence always abstain`() {
        let wrong = Self.evaluation([(0.9, "quay"), (0.8, "harbour")])
        let costs = PredictionCosts(taxonomy: Self.taxonomy, error: 3, abstention: 1)
        #expect(wrong.sweep(costs).cheapest == CostSweep.Point(threshold: nil, cost: 2, abstentions: 2))
        // A tie is no prediction.
        let tie = Self.evaluation([(1.0 / 3, "garden")])
        #expect(tie.sweep(costs).cheapest == CostSweep.Point(threshold: nil, cost: 1, abstentions: 1))
        #expect(Self.evaluation([]).sweep(costs).cheapest == CostSweep.Point())
    }
}
