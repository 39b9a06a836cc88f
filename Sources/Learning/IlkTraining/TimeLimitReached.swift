/// The time limit of a training was reached before any model was complete.
///
/// Within a training, the error also ends its parts. It is then caught if a model is complete.
public struct TimeLimitReached: Error, Hashable, Sendable {
    package init() {}
}
