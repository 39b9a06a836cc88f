import IlkDefaults
import IlkModels
import IlkRules
public import IlkVocabulary

extension Pipeline {
    /// Returns the pipeline of a taxonomy from the rules and models inside the program.
    ///
    /// Document types are decided by rules and a model. For the other taxonomies the program has rules but no model: texts
    /// that no rule matches are left undecided.
    ///
    /// - Parameters:
    ///   - taxonomy: One of ``Taxonomy/shipped``.
    ///   - threshold: The least probability of a category that is claimed.
    /// - Throws: ``PipelineError`` when what is built in cannot be read, or there is nothing for the taxonomy.
    public static func standard(
        for taxonomy: Taxonomy = .documentType, threshold: ClaimThresholds = 0.5
    ) throws(PipelineError) -> Pipeline {
        let rules = try BuiltIn.ruleSet(for: taxonomy)
        guard taxonomy == .documentType else {
            return Pipeline(classifier: RulesClassifier(rules), threshold: threshold)
        }
        let classifier = try FusedClassifier(rules: rules, model: BuiltIn.model())
        return Pipeline(classifier: classifier, threshold: threshold)
    }
}
