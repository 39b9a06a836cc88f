import IlkDefaults
import IlkModels
import IlkRules
import IlkVocabulary

extension Pipeline {
    /// The pipeline that needs no file: the document-type rules and model that are in the program itself.
    ///
    /// - Parameter threshold: Below this probability of the best category no category is claimed.
    /// - Throws: ``PipelineError`` when what is built in cannot be read.
    public static func standard(threshold: Double = 0.5) throws(PipelineError) -> Pipeline {
        let classifier = try FusedClassifier(rules: BuiltIn.ruleSet(), model: BuiltIn.model())
        return Pipeline(classifier: classifier, threshold: threshold)
    }
}
