import ArgumentParser

/// What mail is written as: what `--format` takes.
enum MailFileFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// A mailbox, as mboxrd.
    case mbox
    /// One JSON object a line.
    case ndjson

    /// What a file's name says; nil when it says nothing.
    init?(path: String) {
        switch path.split(separator: ".").last {
        case "mbox", "mbx": self = .mbox
        case "ndjson", "jsonl": self = .ndjson
        default: return nil
        }
    }
}
