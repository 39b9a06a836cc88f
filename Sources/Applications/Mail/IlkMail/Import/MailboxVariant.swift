/// The format of a mailbox. The formats differ in the quoting of lines that look like the beginning of a
/// message, that is, lines that begin with `From `.
public enum MailboxVariant: String, Sendable, CaseIterable {
    /// The format is detected for each message. A message with a valid `Content-Length` has this length. Its
    /// `>From ` lines lose the `>`, unless the message contains unquoted `From ` lines. In all other
    /// messages, lines that begin with `>From `, `>>From ` and so on lose one `>`.
    case auto
    /// A line that begins with `From ` is quoted as `>From `. Lines that begin with `>From ` are not quoted.
    case mboxo
    /// Lines that begin with `From `, `>From `, `>>From ` and so on get one more `>`.
    case mboxrd
    /// Like ``mboxo``, but `Content-Length` also contains the length of each message.
    case mboxcl
    /// No lines are quoted. `Content-Length` contains the length of each message.
    case mboxcl2

    /// The lines that lose one `>` when they are read: none, lines with one `>` before `From `, or lines with
    /// any number of `>`.
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
