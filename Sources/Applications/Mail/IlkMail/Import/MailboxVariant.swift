/// The format of a mailbox: the quoting of lines that look like the beginning of a message.
public enum MailboxVariant: String, Sendable, CaseIterable {
    /// Detected for each message. A message with a valid `Content-Length` ends after that length. Its lines
    /// are unquoted unless it contains bare `From ` lines. In other messages, `>From ` lines with any number
    /// of `>` lose one `>`.
    case auto
    /// Only `From ` is quoted, as `>From `.
    case mboxo
    /// `From ` after any number of `>` is quoted with one more `>`.
    case mboxrd
    /// Like ``mboxo``, with the length of a message in `Content-Length`.
    case mboxcl
    /// The mailbox quotes no lines. `Content-Length` contains the length of a message.
    case mboxcl2

    /// The quoted lines that lose one `>`: none, lines with one `>`, or lines with any number of `>`.
    enum Quoting: Hashable {
        case none
        case one
        case any
    }

    func quoting(endedByLength: Bool, hasBareLines: Bool) -> Quoting {
        switch self {
        case .auto: endedByLength ? (hasBareLines ? .none : .one) : .any
        case .mboxo, .mboxcl: .one
        case .mboxrd: .any
        case .mboxcl2: .none
        }
    }
}
