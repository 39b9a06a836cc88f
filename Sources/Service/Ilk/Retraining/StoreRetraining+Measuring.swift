package import IlkLearning
package import IlkModels
import IlkPipeline
package import IlkRules
import IlkVocabulary

/// How a store's model is held against what is in use, and against what decides without it.
extension StoreRetraining {
    /// In so many parts texts are left out in turn: in fewer where training takes long.
    private static func turns(_ texts: Int) -> Int { texts > 2_000 ? 2 : 5 }

    /// What the new model was measured to do: on texts that were held back, against what is in use; where those are too few
    /// to show anything, also on all texts of the store left out in turn, against what decides without the store's texts.
    package func gate(
        of model: any TextModel, _ texts: StoreTexts, _ rules: RuleSet?, _ progress: () throws -> Void
    ) throws -> RetrainingGate {
        var samples: [GateSample] = []
        if !texts.heldBack.isEmpty {
            let contest = try RetrainingContest(
                try assembly.pipeline(), Pipeline(classifier: try assembly.classifier(rules, model)))
            samples.append(contest.sample("held back", texts.heldBack))
        }
        guard texts.heldBack.count < GateSample.fewestToShow else { return RetrainingGate(samples) }
        var sample = GateSample(name: "left out", comparison: PairedComparison(), shift: MeanOfTexts())
        let other = try pipelineWithout()
        for turn in texts.turns(Self.turns(texts.learned.count)) {
            var next = other
            // A label alone is nothing to learn: then it decides as before.
            if Set(turn.learned.map(\.category)).count > 1 {
                // Of the kind of the model that is measured: choosing it anew for each turn would take six times as long.
                let bytes = try AutomaticTrainingRun(taxonomy: taxonomy).train(
                    turn.learned, as: model.kind, beside: rules, progress: progress)
                let without = try ModelReader.read(ModelStorage(copying: bytes))
                next = Pipeline(classifier: try assembly.classifier(rules, without))
            }
            try RetrainingContest(other, next).add(turn.left, to: &sample)
        }
        if sample.comparison.texts > 0 { samples.append(sample) }
        return RetrainingGate(samples)
    }

    /// What decides without the store's texts: what is in use, unless that was learned from them; then what was there before
    /// any such version, at least the rules alone.
    private func pipelineWithout() throws -> Pipeline {
        var assembly = assembly
        assembly.model = .version(try stateWithout())
        return try assembly.pipeline()
    }
}
