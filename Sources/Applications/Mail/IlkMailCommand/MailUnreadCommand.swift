import IlkConsole
import ArgumentParser
import IlkMail

struct MailUnreadCommand: StoreCommand {
    static let help = MailApplication.text(
        "unread",
        abstract: "Print the number of unread messages.",
        discussion: """
            The store keeps this number up to date. --audit counts all messages, threads and labels again, \
            and prints each difference from the stored counts. With --audit, exits with 1 if there are \
            differences.
            """,
        examples: [
            "Count unread messages in all mail": "unread",
            "Check the counts": "unread --audit",
        ])

    @OptionGroup var place: MailPlaceOptions
    @OptionGroup var choice: MailFolderOptions

    @Flag(help: "Count all messages again, and check the stored counts.")
    var audit = false

    @OptionGroup var display: DisplayOptions

    func run(on open: OpenStore<MailApplication>) async throws {
        let chosen = try await choice.selection(in: open)
        let count = try await open.store.emails.unreadCount(account: chosen.account, folder: chosen.folder)
        open.console.output.append("\(count)\n")
        try open.console.output.flush()
        let drifts = audit ? try await MailAudit.mismatches(of: open.store) : []
        for drift in drifts { open.console.note(drift) }
        if !drifts.isEmpty { throw CommandError(.checkFailed, "") }
    }
}
