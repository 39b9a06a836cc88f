public import IlkRules
public import IlkText
public import IlkVocabulary

/// Decides by rules alone: the weights of the rules that hold add up.
public struct RulesClassifier: TextClassifier {
    private let ruleSet: RuleSet
    /// What is decided among.
    public var taxonomy: Taxonomy { ruleSet.taxonomy }
    /// What verdicts say of where they come from.
    public let provenance: Provenance
    /// How much of a text's features it reads: what its rules ask for.
    public let featureLevel: FeatureLevel

    /// A classifier by these rules.
    public init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        featureLevel = ruleSet.featureLevel
        provenance = Provenance(
            classifier: "rules", modelDigest: nil, ruleSetDigest: ruleSet.digest,
            icuVersion: TextAnalyzer.icuVersion)
    }

    /// A session with empty buffers.
    public func makeSession() -> any ClassifierSession { RulesSession(ruleSet, RuleWeights(ruleSet)) }
}

/// Rules at work, with these weights.
final class RulesSession: ClassifierSession {
    private let matcher: RuleMatcher
    private let weights: RuleWeights

    init(_ ruleSet: RuleSet, _ weights: RuleWeights) {
        matcher = RuleMatcher(ruleSet)
        self.weights = weights
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoringGround {
        matcher.evaluate(analysis)
        weights.add(matcher.hits, to: &scores)
        let gaveUp = matcher.hits.contains { $0.gaveUp }
        return ScoringGround(rules: matcher.hits.count, gaveUp: gaveUp)
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        matcher.hits.map { hit in
            var evidence = matcher.evidence(of: hit)
            evidence.weights = weights.weights(of: hit)
            return evidence
        }
    }
}
