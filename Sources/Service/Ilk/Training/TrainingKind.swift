/// The type of a model to train.
package enum TrainingKind: String, CaseIterable, Sendable {
    case bayes
    case linear
    /// The type with the higher cross-validated accuracy.
    case auto
}
