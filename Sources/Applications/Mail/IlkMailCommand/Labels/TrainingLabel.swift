import ArgumentParser

/// The property of a message that serves as its label in training, for `--label`.
package enum TrainingLabel: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The mail folder.
    case folder
    /// The correction of the predicted label.
    case category
}
