package import IlkTraining
package import IlkModels

/// The functions of a trainer, without cancellation checks between their steps.
extension BayesTrainer {
    package mutating func choose(_ search: BayesSearch) { choose(search) {} }
    package func fitScales() -> GroupWeights { fitGroupWeights {} }
    package func leftOutScores(scales: GroupWeights) -> [[Double]] { leaveOneOutScores(scales: scales) {} }
}
