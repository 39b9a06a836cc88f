/// How a mailbox keeps lines of a text from looking like the beginning of a message.
public enum MailboxVariant: String, Sendable, CaseIterable {
    /// What the file shows: messages whose `Content-Length` is followed by another one end there and keep their lines,
    /// unless they are quoted; of the others `>From ` loses one `>`.
    case auto
    /// `From ` is quoted as `>From `, and nothing else.
    case mboxo
    /// Any number of `>` and `From ` are quoted by one more.
    case mboxrd
    /// As ``mboxo``, and `Content-Length` says how long a message is.
    case mboxcl
    /// `Content-Length` says how long a message is, and nothing is quoted.
    case mboxcl2

    /// How many `>` a quoted line may have for one to be taken away; nil for any number.
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
