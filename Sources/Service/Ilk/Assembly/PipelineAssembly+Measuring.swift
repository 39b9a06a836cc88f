public import IlkLearning
public import IlkModels
public import IlkPipeline
import IlkRules
public import IlkVocabulary

/// Measures a model version before it is promoted.
extension PipelineAssembly {
    /// Creates a pipeline of the assembly's rules and another model.
    ///
    /// - Parameter model: The model, with labels of the assembly's taxonomy or label set.
    /// - Throws: ``IlkError`` if the rules cannot be read, or if the model's labels do not match the
    ///   assembly.
    public func pipeline(of model: any TextModel) throws(IlkError) -> Pipeline {
        let taxonomy = try taxonomy(by: model)
        let rules = classifierType.usesRules ? try loadRules(taxonomy: taxonomy) : nil
        return pipeline(by: try classifier(rules, model))
    }

    /// `true` if there are rules or a model for the taxonomy.
    ///
    /// - Throws: ``IlkError`` if the rules or the model cannot be read.
    public var canClassify: Bool {
        get throws(IlkError) {
            if classifierType != .rules, try loadModel() != nil { return true }
            guard classifierType.usesRules, let taxonomy else { return false }
            return try loadRules(taxonomy: taxonomy) != nil
        }
    }

    /// Measures the rules alone, the model alone, and the combination of both on the built-in regression set,
    /// and adds the accuracies to a manifest. Models whose labels are not the document types are not
    /// measured.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - manifest: The manifest, to which the accuracies and the digests of the texts and the rules are
    ///     added.
    /// - Throws: ``IlkError`` if the rules cannot be read or ICU cannot be loaded.
    public func measure(
        _ model: any TextModel, into manifest: inout VersionManifest
    ) throws(IlkError) {
        guard model.taxonomy == .documentType else { return }
        let bytes = BuiltIn.regressionSet()
        let texts = LabeledTextFile(bytes).texts
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
            throw IlkError(.software, "cannot measure the model: \(error)")
        }
        manifest.rules = ruleSet?.digest
        manifest.measuredOn = VersionManifest.DataSet(
            name: "built-in regression set", digest: ContentDigest(of: bytes).description,
            texts: texts.count)
    }
}
