import ArgumentParser
import IlkConsole
import IlkMail

struct MailLabelCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "label",
        abstract: "Add and remove labels of messages.",
        subcommands: [MailLabelAddCommand.self, MailLabelRemoveCommand.self],
        after: MailLabelAddCommand.help.examples)
}

struct MailLabelAddCommand: MailLabelChangingCommand {
    static let help = MailApplication.text(
        "add",
        abstract: "Add a label to messages.",
        usage: """
            ilk mail label add <message> ... <label> [--account <address>]
            ilk mail label add --match <query> <label> [--account <address>]
            """,
        discussion: "A label that does not exist is created. The messages stay in their folders.",
        examples: [
            "Label the newest message": "label add -1 todo",
            "Label all messages of a sender": "label add --match from:ann ann",
        ])

    @OptionGroup var arguments: MailLabelArguments

    func run(on open: OpenStore<MailApplication>) async throws {
        try await arguments.apply({ .add(label: $0) }, creates: true, in: open) {
            "Added the label \($1) to \($0)"
        }
    }
}

struct MailLabelRemoveCommand: MailLabelChangingCommand {
    static let help = MailApplication.text(
        "remove",
        abstract: "Remove a label from messages.",
        usage: """
            ilk mail label remove <message> ... <label> [--account <address>]
            ilk mail label remove --match <query> <label> [--account <address>]
            """,
        examples: ["Remove a label from the newest message": "label remove -1 mine"])

    @OptionGroup var arguments: MailLabelArguments

    func run(on open: OpenStore<MailApplication>) async throws {
        try await arguments.apply({ .remove(label: $0) }, creates: false, in: open) {
            "Removed the label \($1) from \($0)"
        }
    }
}
