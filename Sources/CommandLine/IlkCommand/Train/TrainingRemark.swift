import IlkTraining
import IlkConsole
import IlkLearning
import IlkModels

/// Messages about choices in a training.
enum TrainingRemark {
    /// The limitations of a linear model.
    static let ofLinear =
        "a linear model holds no counts: it can be trained again where its texts are, but not added to, merged or retrained from corrections"

    /// The limitations of a model without counts.
    static let ofStripped =
        "written without its counts: it scores the same, but cannot be added to, merged or taken back from"

    /// Returns the chosen type of model, with the figures of both types.
    static func lines(of choice: KindChoice) -> [String] {
        guard let runnerUp = choice.runnerUp,
            let taken = choice.figures.first(where: { $0.kind == choice.taken })
        else { return ["took \(choice.taken.rawValue): \(reason(of: choice))"] }
        let leftOut = choice.leftOutSources ? "whole sources" : "texts"
        let line =
            "took \(taken.kind.rawValue): right for \(percent(taken.accuracy)) of the texts with \(leftOut) left out; "
            + "the runner-up, \(runnerUp.kind.rawValue), for \(percent(runnerUp.accuracy))"
        let limit = choice.mostBytes.map { ", of models of at most \(DecimalText.size($0))" } ?? ""
        let isTie = choice.taken == .bayes && runnerUp.accuracy > taken.accuracy
        return [line + limit + (isTie ? ": a tie, which goes to the model of counts" : "")]
    }

    private static func reason(of choice: KindChoice) -> String {
        switch choice.reason {
        case .fewTexts, nil: "too few texts to leave any out and compare"
        case .manyCategories: "too many labels to fit a linear model and compare"
        case .noLinearSoSmall: "no linear model of these texts is as small as that"
        case .noBayesSoSmall: "no bayes model of these texts is as small as that"
        }
    }

    /// The message if the search was skipped because of the number of labels.
    static let ofManyCategories =
        "so many labels that nothing was tried out: words alone were counted, weighed as usual (--families names others)"

    /// Returns the chosen cost, with the figures of the runner-up.
    static func lines(of choice: LinearChoice) -> [String] {
        guard let taken = choice.taken, let runnerUp = choice.runnerUp else { return [] }
        return [
            "took cost \(taken.cost): \(figures(taken.accuracy, taken.logLoss)) with texts left out; "
                + "the runner-up, cost \(runnerUp.cost): \(figures(runnerUp.accuracy, runnerUp.logLoss))"
        ]
    }

    /// Returns the chosen settings of naive Bayes, with the figures of the runner-up.
    static func lines(of choice: BayesChoice?) -> [String] {
        guard let choice, let taken = choice.selected else { return [] }
        let leftOut =
            choice.leftOutSources
            ? "whole sources" : choice.parts.map { "each of \($0) parts of the texts" } ?? "each text"
        let found = "took \(taken.name): \(figures(taken.accuracy, taken.logLoss)) with \(leftOut) left out"
        guard let runnerUp = choice.runnerUp else { return [found] }
        return [found, "the runner-up, \(runnerUp.name): \(figures(runnerUp.accuracy, runnerUp.logLoss))"]
    }

    private static func figures(_ accuracy: Double, _ logLoss: Double) -> String {
        "\(percent(accuracy)) right, log loss \(DecimalText.fixed(logLoss, 3))"
    }

    private static func percent(_ share: Double) -> String { DecimalText.fixed(100 * share, 1) + " %" }
}
