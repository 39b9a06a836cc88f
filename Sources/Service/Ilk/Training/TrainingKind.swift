/// The type of a model to train.
package enum TrainingKind: String, CaseIterable, Sendable {
    /// A naive Bayes model.
    case bayes
    /// A linear model.
    case linear
    /// The type with the higher accuracy on held-out texts.
    case auto
}
