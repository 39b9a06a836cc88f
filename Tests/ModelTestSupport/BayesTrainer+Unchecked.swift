package import IlkTraining
package import IlkModels

/// The functions of a trainer, without cancellation checks between their steps.
extension BayesTrainer {
    package mutating func choose(_ search: BayesSearch) { choose(search) {} }
    package func fittedGroupWeights() -> GroupWeights { fitGroupWeights {} }
    package func leftOutScores(groupWeights: GroupWeights) -> [[Double]] {
        leaveOneOutScores(groupWeights: groupWeights) {}
    }
}
