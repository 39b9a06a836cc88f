import ArgumentParser

/// The sentence boundaries, the values of `--style`.
package enum SentenceStyle: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The boundaries of UAX #29.
    case unicode
    /// The boundaries that people would choose.
    case people
}
