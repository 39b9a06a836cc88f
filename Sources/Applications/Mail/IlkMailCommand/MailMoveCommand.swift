import ArgumentParser
import IlkConsole
import IlkMail

struct MailMoveCommand: MailLabelChangingCommand {
    static let help = MailApplication.text(
        "move",
        abstract: "Move messages to a folder.",
        usage: """
            ilk mail move <message> ... <label> [--account <address>]
            ilk mail move --match <query> <label> [--account <address>]
            """,
        discussion: """
            Folders are labels. A moved message gets the label of the new folder, and loses the labels of \
            other folders: INBOX, SENT, DRAFT, SPAM, TRASH, and the mailbox or Maildir folder from which it \
            was imported. Labels from 'ilk mail label add' and from Gmail are kept. The imported files are \
            not changed.
            """,
        examples: [
            "Move the newest message": "move -1 Bills",
            "Move all messages of a sender": "move --match from:ann Friends",
        ])

    @OptionGroup var arguments: MailLabelArguments

    func run(on open: OpenStore<MailApplication>) async throws {
        try await arguments.apply({ .move(to: $0) }, creates: true, in: open) { "Moved \($0) to \($1)" }
    }
}
