import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkText
import IlkVocabulary

extension RetrainingCandidate {
    /// A model's bytes with what its rules learn of corrections: the parent's counts of rules and those of all words that
    /// are learned.
    ///
    /// The words are counted anew each time: they are few, and so nothing has to be kept of them.
    static func addingRules(
        to bytes: [UInt8], of parent: BayesModel, _ words: [CorrectedText], _ ruleSet: RuleSet?
    ) throws -> [UInt8] {
        guard var rules = parent.rules else { return bytes }
        let matcher = ruleSet.map { RuleMatcher($0) }
        let analyzer = try TextAnalyzer(
            measuring: max(.classification, ruleSet?.featureLevel ?? .classification))
        var analysis = AnalyzedText()
        for word in words {
            guard let category = parent.taxonomy.index(of: word.category) else { continue }
            analyzer.analyze(word.text, into: &analysis)
            rules.add(
                matcher?.keys(of: analysis) ?? [], category: category,
                mass: Int(Retraining.correctionWeight) * FeatureCounts.massUnit)
        }
        return try rules.added(to: bytes)
    }
}

extension RuleMatcher {
    /// The rules that hold for a text, as models count them.
    fileprivate func keys(of analysis: borrowing AnalyzedText) -> [RuleCounts.Key] {
        evaluate(analysis)
        return hits.filter { !$0.gaveUp }.map { hit in
            let rule = ruleSet.rules[hit.rule]
            return RuleCounts.Key(id: rule.id, content: rule.content)
        }
    }
}
