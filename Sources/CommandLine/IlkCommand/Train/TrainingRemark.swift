import Ilk
import IlkTraining
import IlkConsole
import IlkLearning
import IlkModels

/// Messages about choices in a training.
enum TrainingRemark {
    /// The limitations of a linear model.
    static let ofLinear =
        "a linear model has no counts: it cannot be fine-tuned or merged. It learns from corrections (ilk retrain)"

    /// The limitations of a model without counts.
    static let ofStripped =
        "the model is written without counts: it has the same scores, but cannot be fine-tuned, merged or unlearned"

    /// The message about a model that cannot distinguish texts.
    static let ofNoFeatures =
        "warning: no feature distinguishes the labels: all texts get the same probabilities; add texts"

    /// Returns sentences about the choices that a training made.
    ///
    /// - Parameters:
    ///   - trained: The trained model.
    ///   - isMultilabel: `true` if the accuracy is the share of texts with exactly the right labels.
    static func lines(of trained: TrainedModel, isMultilabel: Bool) -> [String] {
        (trained.kind.map(lines) ?? []) + lines(of: trained.bayes)
            + (trained.linear.map { lines(of: $0, isMultilabel: isMultilabel) } ?? [])
            + (trained.hasManyLabels ? [ofManyCategories] : []) + lines(of: trained.calibration)
            + (trained.timeLimit.map { ["training was \($0.phrase)"] } ?? [])
    }

    /// Returns a sentence about the chosen type of model, with the figures of both types.
    private static func lines(of choice: KindChoice) -> [String] {
        guard let runnerUp = choice.runnerUp,
            let selected = choice.figures.first(where: { $0.kind == choice.selected })
        else { return ["selected \(choice.selected.rawValue): \(reason(of: choice))"] }
        let leftOut = choice.leaveOneSourceOut ? "leave-one-source-out" : "cross-validated"
        let line =
            "selected \(selected.kind.rawValue): accuracy \(percent(selected.accuracy)), \(leftOut); "
            + "runner-up \(runnerUp.kind.rawValue): \(percent(runnerUp.accuracy))"
        let limit = choice.mostBytes.map { ", for models of at most \(DecimalText.size($0))" } ?? ""
        let isTie = choice.selected == .bayes && runnerUp.accuracy > selected.accuracy
        return [line + limit + (isTie ? "; the difference is not significant" : "")]
    }

    private static func reason(of choice: KindChoice) -> String {
        switch choice.reason {
        case .fewTexts, nil: "too few texts to compare the kinds"
        case .manyCategories: "too many labels to fit a linear model"
        case .noLinearSoSmall: "no linear model of these texts is as small as --max-size"
        case .noBayesSoSmall: "no bayes model of these texts is as small as --max-size"
        case .timeLimit: "the time limit was reached before the kinds were compared"
        }
    }

    /// The message if the search was skipped because of the number of labels.
    private static let ofManyCategories =
        "too many labels for a search: the model uses unigrams (choose other groups with --feature-groups)"

    /// Returns a sentence about the chosen cost (the penalty for training errors), with the figures of the
    /// runner-up.
    ///
    /// - Parameters:
    ///   - choice: The choice.
    ///   - isMultilabel: `true` if the accuracy is the share of texts with exactly the right labels.
    private static func lines(of choice: LinearChoice, isMultilabel: Bool = false) -> [String] {
        guard let selected = choice.selected, let runnerUp = choice.runnerUp else { return [] }
        func words(_ one: LinearChoice.Candidate) -> String {
            let text = figures(one.accuracy, one.logLoss)
            return "cost \(one.cost): " + (isMultilabel ? "exact-match " + text : text)
        }
        return ["selected \(words(selected)), cross-validated; runner-up \(words(runnerUp))"]
    }

    /// Returns sentences about the chosen settings of naive Bayes, with the figures of the runner-up.
    private static func lines(of choice: BayesChoice?) -> [String] {
        guard let choice, let selected = choice.selected else { return [] }
        let leftOut =
            choice.leaveOneSourceOut
            ? "leave-one-source-out" : choice.parts.map { "\($0)-fold cross-validation" } ?? "leave-one-out"
        let found = "selected \(selected.name): \(figures(selected.accuracy, selected.logLoss)), \(leftOut)"
        guard let runnerUp = choice.runnerUp else { return [found] }
        return [found, "runner-up \(runnerUp.name): \(figures(runnerUp.accuracy, runnerUp.logLoss))"]
    }

    /// Returns sentences about the calibration on held-out sources.
    private static func lines(of calibration: SourceCalibration?) -> [String] {
        guard let calibration else { return [] }
        let error = DecimalText.fixed(calibration.calibration.expectedError, 3)
        return [
            "calibrated on \(DecimalText.counted(calibration.sources, "held-out source")): "
                + "calibration error \(error), temperature \(DecimalText.fixed(1 / calibration.sharpness, 2))",
            "new sources: " + calibration.guaranteePhrase,
        ]
    }

    private static func figures(_ accuracy: Double, _ logLoss: Double) -> String {
        "accuracy \(percent(accuracy)), log loss \(DecimalText.fixed(logLoss, 3))"
    }

    private static func percent(_ share: Double) -> String { DecimalText.fixed(100 * share, 1) + " %" }
}
