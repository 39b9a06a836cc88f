import IlkLearning
import IlkModels

/// What people are told of choices that a training made.
enum TrainingRemark {
    /// What a linear model cannot do.
    static let ofLinear =
        "a linear model holds no counts: it can be trained again where its texts are, but not added to, merged or retrained from corrections"

    /// What a model without its counts cannot do.
    static let ofStripped =
        "written without its counts: it scores the same, but cannot be added to, merged or taken back from"

    /// Which kind was taken, and what the other one does.
    static func lines(of choice: KindChoice) -> [String] {
        guard let runnerUp = choice.runnerUp,
            let taken = choice.figures.first(where: { $0.kind == choice.taken })
        else { return ["took \(choice.taken.rawValue): too few texts to leave any out and compare"] }
        let leftOut = choice.leftOutSources ? "whole sources" : "texts"
        let line =
            "took \(taken.kind.rawValue): right for \(percent(taken.accuracy)) of the texts with \(leftOut) left out; "
            + "the runner-up, \(runnerUp.kind.rawValue), for \(percent(runnerUp.accuracy))"
        let isTie = choice.taken == .bayes && runnerUp.accuracy > taken.accuracy
        return [line + (isTie ? ": a tie, which goes to the model of counts" : "")]
    }

    /// Which cost was taken, and what the second best does.
    static func lines(of choice: LinearChoice) -> [String] {
        guard let taken = choice.taken, let runnerUp = choice.runnerUp else { return [] }
        return [
            "took cost \(taken.cost): \(figures(taken)) with texts left out; the runner-up, cost \(runnerUp.cost): \(figures(runnerUp))"
        ]
    }

    /// Which settings of naive Bayes were taken, and what the second best do.
    static func lines(of choice: BayesChoice?) -> [String] {
        guard let choice, let taken = choice.taken else { return [] }
        let leftOut = choice.leftOutSources ? "whole sources" : "each text"
        let found = "took \(taken.name): \(figures(taken)) with \(leftOut) left out"
        guard let runnerUp = choice.runnerUp else { return [found] }
        return [found, "the runner-up, \(runnerUp.name): \(figures(runnerUp))"]
    }

    private static func figures(_ candidate: BayesChoice.Candidate) -> String {
        "\(percent(candidate.accuracy)) right, log loss \(DecimalText.fixed(candidate.logLoss, 3))"
    }

    private static func figures(_ candidate: LinearChoice.Candidate) -> String {
        "\(percent(candidate.accuracy)) right, log loss \(DecimalText.fixed(candidate.logLoss, 3))"
    }

    private static func percent(_ share: Double) -> String { DecimalText.fixed(100 * share, 1) + " %" }
}
