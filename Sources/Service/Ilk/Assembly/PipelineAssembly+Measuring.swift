public import IlkLearning
public import IlkModels
import IlkPipeline
import IlkRules
public import IlkVocabulary

/// What a model version is measured to do before anybody puts it to use.
extension PipelineAssembly {
    /// Writes into a manifest what the rules alone, the model alone and both are right about, and on which texts and with
    /// which rules that was measured: for its card. A model of other categories than the texts in the program is not
    /// measured.
    ///
    /// - Throws: ``IlkError`` when the rules cannot be read, or ICU is not to be had.
    public func measure(
        _ model: any TextModel, into manifest: inout VersionManifest
    ) throws(IlkError) {
        guard model.taxonomy == .documentType else { return }
        let bytes = BuiltIn.gateTexts()
        let texts = LabelledTextFile(bytes).texts
        let ruleSet = try loadRules(taxonomy: model.taxonomy)
        var classifiers: [any TextClassifier] = [ModelClassifier(model)]
        do {
            if let ruleSet {
                classifiers.insert(RulesClassifier(ruleSet), at: 0)
                classifiers.append(try FusedClassifier(rules: ruleSet, model: model))
            }
            manifest.figures = try classifiers.map { classifier in
                let pipeline = Pipeline(classifier: classifier, threshold: thresholds)
                let evaluation = try Evaluator().evaluate(pipeline, on: texts)
                return VersionFigures(evaluation.report(classifier: classifier.provenance.classifier))
            }
        } catch {
            throw IlkError(.software, "the model cannot be measured: \(error)")
        }
        manifest.rules = ruleSet?.digest
        manifest.measuredOn = VersionManifest.DataSet(
            name: "the frozen texts in the program", digest: ContentDigest(of: bytes).description,
            texts: texts.count)
    }
}
