import IlkDefaults
import IlkModels
import IlkRules
public import IlkVocabulary

extension Pipeline {
    /// Returns the pipeline of a taxonomy, built from the rules and the model embedded in the program.
    ///
    /// - Parameters:
    ///   - taxonomy: One of ``Taxonomy/shipped``.
    ///   - threshold: The minimum probabilities at which categories are predicted.
    /// - Throws: ``PipelineError`` if the taxonomy has no built-in rules, or if the rules or the model cannot
    ///   be read.
    /// - Complexity: O(*n*) in the size of the model and the compiled rules.
    public static func standard(
        for taxonomy: Taxonomy = .documentType, threshold: PredictionThresholds = PredictionThresholds()
    ) throws(PipelineError) -> Pipeline {
        let rules = try BuiltIn.ruleSet(for: taxonomy)
        let classifier = try FusedClassifier(rules: rules, model: BuiltIn.model(for: taxonomy))
        return Pipeline(classifier: classifier, threshold: threshold)
    }
}
