import ArgumentParser

/// What is learned from: what `--from` takes.
package enum RetrainingSource: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The classification log and its corrections.
    case log
    /// Calls of which people said how they felt.
    case calls
    /// Mail and the folders it lies in.
    case mail
    /// Debug events of which their senders said how grave they are.
    case debug
}
