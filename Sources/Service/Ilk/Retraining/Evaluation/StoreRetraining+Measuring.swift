package import IlkLearning
package import IlkModels
import IlkPipeline
package import IlkRules
package import IlkVocabulary

/// Compares a store's new model with the active pipeline, and with a pipeline that has not learned the
/// store's texts.
extension StoreRetraining {
    /// Returns the number of cross-validation folds, which is smaller for many texts, because training then
    /// takes long.
    private static func turns(_ texts: Int) -> Int { texts > 2_000 ? 2 : 5 }

    /// Evaluates the new model on held-out texts against the active pipeline. If there are too few held-out
    /// texts, the model is also cross-validated on all texts of the store, against a pipeline that was
    /// trained without the store's texts.
    package func gate(
        of model: any TextModel, _ texts: StoreTexts, _ rules: RuleSet?, regression: [LabeledText] = [],
        _ progress: () throws -> Void
    ) throws -> RetrainingGate {
        var answers: [GateText] = []
        var samples: [GateSample] = []
        if !(texts.audits + texts.heldOut + regression).isEmpty {
            let contest = try PairedPipelines(
                try pipeline(assembly, rules), assembly.pipeline(by: try assembly.classifier(rules, model)))
            answers = texts.audits.map { contest.test($0, in: GateSample.auditSample) }
            answers += texts.heldOut.map { contest.test($0, in: GateSample.heldOut) }
            samples.append(
                GateSample(
                    name: GateSample.ownRegressionSet, comparison: contest.comparison(on: regression)))
        }
        if texts.heldOut.count < Self.enoughHeldOut {
            answers += try crossValidated(model, texts, rules, progress)
        }
        // The first model of a store has nothing in common with the active model.
        let isFirst = try words.labels == nil && stateWithout() == assembly.registry.activeVersionOrNone()
        return RetrainingGate(
            answers, regression: samples, strata: MarginStrata([:]), prior: isFirst ? .trained : .learned)
    }

    /// The number of held-out texts that makes cross-validation unnecessary.
    private static let enoughHeldOut = 200

    /// Cross-validates on all texts of the store. Returns the results of models trained without the text's
    /// fold, and of the pipeline without the store's texts.
    private func crossValidated(
        _ model: any TextModel, _ texts: StoreTexts, _ rules: RuleSet?, _ progress: () throws -> Void
    ) throws -> [GateText] {
        let other = try pipelineWithout(rules)
        return try texts.turns(Self.turns(texts.learned.count)).flatMap { turn in
            var next = other
            // A fold whose training texts have a single label cannot be trained. The pipeline without the
            // store then answers for it.
            if Set(turn.learned.map(\.categories)).count > 1 {
                // Keep the type of the evaluated model: selecting it for each fold would take six times as
                // long.
                let bytes = try AutomaticTrainingRun(taxonomy: model.taxonomy).train(
                    turn.learned, as: model.kind, beside: rules, progress: progress)
                let without = try ModelReader.read(ModelStorage(copying: bytes))
                next = assembly.pipeline(by: try assembly.classifier(rules, without))
            }
            let contest = try PairedPipelines(other, next)
            return turn.left.map { contest.test($0, in: GateSample.crossValidated) }
        }
    }

    /// Returns the pipeline without the store's texts: the active version, or the latest earlier version that
    /// was not trained on these texts, or the rules alone.
    private func pipelineWithout(_ rules: RuleSet?) throws -> Pipeline {
        var assembly = assembly
        assembly.model = .version(try stateWithout())
        return try pipeline(assembly, rules)
    }

    /// Returns the pipeline of an assembly. Without rules and model, the pipeline predicts nothing.
    private func pipeline(_ assembly: PipelineAssembly, _ rules: RuleSet?) throws -> Pipeline {
        if rules == nil, try assembly.loadModel() == nil,
            let none = RulePack.load(sources: [], taxonomy: taxonomy).ruleSet
        {
            return Pipeline(classifier: RulesClassifier(none))
        }
        return try assembly.pipeline()
    }
}
