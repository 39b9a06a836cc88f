import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkText
import IlkVocabulary

extension RetrainingCandidate {
    /// Adds counts of rule matches to a model: the counts of the base version plus those of all learned
    /// corrections.
    ///
    /// The matches in corrections are counted again each time, because corrections are few.
    static func addingRules(
        to bytes: [UInt8], of base: BayesModel, _ corrections: [CorrectedText], _ ruleSet: RuleSet?,
        ages: [ContentDigest: Int]
    ) throws -> [UInt8] {
        guard var rules = base.rules else { return bytes }
        let matcher = ruleSet.map { RuleMatcher($0) }
        let analyzer = try TextAnalyzer(
            measuring: max(.classification, ruleSet?.featureLevel ?? .classification))
        var analysis = AnalyzedText()
        for correction in corrections {
            guard let category = base.taxonomy.index(of: correction.category) else { continue }
            analyzer.analyze(correction.text, into: &analysis)
            rules.add(
                matcher?.keys(of: analysis) ?? [], category: category,
                weight: FeatureCounts.weightedCounts(
                    ofWeight: AgeDiscount.weight(ages[correction.digest] ?? 0)))
        }
        return try rules.added(to: bytes)
    }
}

extension RuleMatcher {
    /// Returns the rules that match a text, as keys of the counts.
    fileprivate func keys(of analysis: borrowing AnalyzedText) -> [RuleCounts.Key] {
        evaluate(analysis)
        return hits.filter { !$0.isUndecided }.map { hit in
            let rule = ruleSet.rules[hit.rule]
            return RuleCounts.Key(id: rule.id, content: rule.contentHash)
        }
    }
}
