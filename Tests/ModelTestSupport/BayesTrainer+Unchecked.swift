package import IlkTraining
package import IlkModels

/// The functions of a trainer, without cancellation checks between their steps.
extension BayesTrainer {
    package mutating func choose(_ search: BayesSearch) { choose(search) {} }
    package func fitScales() -> BayesScales { fitScales {} }
    package func leftOutScores(scales: BayesScales) -> [[Double]] { leftOutScores(scales: scales) {} }
}
