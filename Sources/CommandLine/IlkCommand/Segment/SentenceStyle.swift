import ArgumentParser

/// Where sentences end: the values of `--style`.
enum SentenceStyle: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Where UAX #29 ends them.
    case unicode
    /// Where people end them.
    case people
}
