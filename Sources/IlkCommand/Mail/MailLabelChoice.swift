import ArgumentParser

/// What of a message is learned as its label: what `--label` takes.
enum MailLabelChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The folder that it lies in.
    case folder
}
