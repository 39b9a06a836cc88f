import IlkDefaults
import IlkModels
import IlkRules
public import IlkVocabulary

extension Pipeline {
    /// The pipeline that needs no file: the document-type rules and model that are in the program itself.
    ///
    /// - Parameter threshold: How probable the category that is ahead must be to be claimed.
    /// - Throws: ``PipelineError`` when what is built in cannot be read.
    public static func standard(threshold: ClaimThresholds = 0.5) throws(PipelineError) -> Pipeline {
        let classifier = try FusedClassifier(rules: BuiltIn.ruleSet(), model: BuiltIn.model())
        return Pipeline(classifier: classifier, threshold: threshold)
    }

    /// The pipeline of a taxonomy that needs no file. Where the program has rules but no model for it, the rules decide
    /// alone, and texts of which they say nothing are left undecided.
    ///
    /// - Parameters:
    ///   - taxonomy: One of ``Taxonomy/shipped``.
    ///   - threshold: How probable the category that is ahead must be to be claimed.
    /// - Throws: ``PipelineError`` when what is built in cannot be read, or there is nothing for the taxonomy.
    public static func standard(
        for taxonomy: Taxonomy, threshold: ClaimThresholds = 0.5
    ) throws(PipelineError) -> Pipeline {
        guard taxonomy != .documentType else { return try standard(threshold: threshold) }
        return Pipeline(
            classifier: RulesClassifier(try BuiltIn.ruleSet(for: taxonomy)), threshold: threshold)
    }
}
