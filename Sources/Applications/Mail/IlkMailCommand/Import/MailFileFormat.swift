import IlkConsole
import ArgumentParser

/// What mail is written as: what `--format` takes.
enum MailFileFormat: String, StoreFileFormat {
    /// A mailbox, as mboxrd.
    case mbox
    /// One JSON object a line.
    case ndjson

    static let standard = MailFileFormat.mbox
    static let table: MailFileFormat? = nil

    /// What a file's name says; nil when it says nothing.
    init?(path: String) {
        switch path.split(separator: ".").last {
        case "mbox", "mbx": self = .mbox
        case "ndjson", "jsonl": self = .ndjson
        default: return nil
        }
    }
}
