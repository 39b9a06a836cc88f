import ArgumentParser

/// What of a message is learned as its label: what `--label` takes.
package enum MailLabelChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The folder that it lies in.
    case folder
}
