package import IlkLearning
package import IlkModels
import IlkPipeline
package import IlkRules
package import IlkVocabulary

/// Compares a store's new model with the active pipeline and with a pipeline without the store's texts.
extension StoreRetraining {
    /// Returns the number of cross-validation folds, smaller where training takes long.
    private static func turns(_ texts: Int) -> Int { texts > 2_000 ? 2 : 5 }

    /// Evaluates the new model on held-out texts against the active pipeline. If those are too few, it is
    /// also cross-validated on all texts of the store against a pipeline trained without them.
    package func gate(
        of model: any TextModel, _ texts: StoreTexts, _ rules: RuleSet?, regression: [LabeledText] = [],
        _ progress: () throws -> Void
    ) throws -> RetrainingGate {
        var samples: [GateSample] = []
        let measured = [
            (GateSample.auditSample, texts.audits), (GateSample.heldOut, texts.heldOut),
            (GateSample.ownRegressionSet, regression),
        ].filter { !$0.1.isEmpty }
        if !measured.isEmpty {
            let contest = try PipelineComparison(
                try pipeline(assembly, rules), assembly.pipeline(by: try assembly.classifier(rules, model)))
            samples = measured.map { contest.sample($0.0, $0.1) }
        }
        guard texts.heldOut.count < GateSample.minimumToDecide else { return RetrainingGate(samples) }
        var sample = GateSample(
            name: GateSample.crossValidated, comparison: PairedComparison(), shift: MeanOfTexts())
        let other = try pipelineWithout(rules)
        for turn in texts.turns(Self.turns(texts.learned.count)) {
            var next = other
            // With a single label, the fold cannot be trained and is classified as without the store.
            if Set(turn.learned.map(\.categories)).count > 1 {
                // Keep the type of the evaluated model: selecting it for each fold would take six times as
                // long.
                let bytes = try AutomaticTrainingRun(taxonomy: model.taxonomy).train(
                    turn.learned, as: model.kind, beside: rules, progress: progress)
                let without = try ModelReader.read(ModelStorage(copying: bytes))
                next = assembly.pipeline(by: try assembly.classifier(rules, without))
            }
            try PipelineComparison(other, next).add(turn.left, to: &sample)
        }
        if sample.comparison.texts > 0 { samples.append(sample) }
        return RetrainingGate(samples)
    }

    /// Returns the pipeline without the store's texts: the active version, or the latest earlier one that was
    /// not trained on them, or the rules alone.
    private func pipelineWithout(_ rules: RuleSet?) throws -> Pipeline {
        var assembly = assembly
        assembly.model = .version(try stateWithout())
        return try pipeline(assembly, rules)
    }

    /// Returns the pipeline of an assembly. Without rules and model it predicts nothing.
    private func pipeline(_ assembly: PipelineAssembly, _ rules: RuleSet?) throws -> Pipeline {
        if rules == nil, try assembly.loadModel() == nil,
            let none = RulePack.load(sources: [], taxonomy: taxonomy).ruleSet
        {
            return Pipeline(classifier: RulesClassifier(none))
        }
        return try assembly.pipeline()
    }
}
