import ArgumentParser
import IlkMail

/// How a mailbox quotes lines that begin with `From `: what `--variant` takes.
enum MailboxVariantChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case auto
    case mboxo
    case mboxrd
    case mboxcl
    case mboxcl2

    /// The same for the reader.
    var variant: MailboxVariant { MailboxVariant(rawValue: rawValue) ?? .auto }
}
