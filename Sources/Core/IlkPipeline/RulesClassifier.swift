public import IlkRules
public import IlkText
public import IlkVocabulary

/// A classifier that uses only rules. The score of a category is the sum of the weights of the matching
/// rules.
public struct RulesClassifier: TextClassifier {
    private let ruleSet: RuleSet
    /// The taxonomy of the rules.
    public let taxonomy: Taxonomy
    /// The provenance of the verdicts.
    public let provenance: Provenance
    /// The features that the rules read.
    public let featureLevel: FeatureLevel

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - isMultilabel: `true` if a text can have several labels or none. In this case, a label is predicted
    ///     if the rules for the label outweigh the rules against the label.
    public init(_ ruleSet: RuleSet, isMultilabel: Bool = false) {
        self.ruleSet = ruleSet
        taxonomy = Taxonomy(
            name: ruleSet.taxonomy.name, categories: ruleSet.taxonomy.categories, isMultilabel: isMultilabel)
        featureLevel = ruleSet.featureLevel
        provenance = Provenance(
            classifier: "rules", modelDigest: nil, ruleSetDigest: ruleSet.digest,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// This classifier for the rules, and `nil` for the model.
    public var components: (rules: (any TextClassifier)?, model: (any TextClassifier)?) { (self, nil) }

    /// Creates a session with empty buffers.
    ///
    /// - Complexity: O(*r* · *c* + *m*) for *r* rules, *c* categories and *m* matchers.
    public func makeSession() -> any ClassifierSession { RulesSession(ruleSet, RuleWeights(ruleSet)) }
}

final class RulesSession: ClassifierSession {
    private let matcher: RuleMatcher
    private let weights: RuleWeights

    init(_ ruleSet: RuleSet, _ weights: RuleWeights) {
        matcher = RuleMatcher(ruleSet)
        self.weights = weights
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoreSupport {
        matcher.evaluate(analysis)
        weights.add(matcher.hits, to: &scores)
        let stepLimitReached = matcher.hits.contains { $0.isUndecided }
        return ScoreSupport(rules: matcher.hits.count, stepLimitReached: stepLimitReached)
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        matcher.hits.map { hit in
            var evidence = matcher.evidence(of: hit)
            evidence.weights = weights.weights(of: hit)
            return evidence
        }
    }
}
