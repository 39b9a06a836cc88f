import ArgumentParser

/// How a message is shown: what `--format` takes.
enum MailShowFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Its fields and its text, for people.
    case text
    /// One JSON value.
    case json
    /// The bytes that it came as.
    case source
}
