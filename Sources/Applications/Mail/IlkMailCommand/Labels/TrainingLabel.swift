import ArgumentParser

/// The values of `--label` in training commands: the property of a message that is used as its training
/// label.
package enum TrainingLabel: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The mail folder.
    case folder
    /// The correction of the predicted label.
    case category
}
