/// The time limit of a training was reached before any model was complete.
///
/// Within a training, this error also ends single parts of the training. The training catches the error if it
/// already has a complete model.
public struct TimeLimitReached: Error, Hashable, Sendable {
    package init() {}
}
