import IlkConsole
import ArgumentParser
import IlkMail

struct MailUnreadCommand: StoreCommand {
    static let help = MailApplication.text(
        "unread",
        abstract: "Say how many messages are unread, by counts that the store keeps.",
        discussion:
            "With --audit everything is counted anew; where a kept count differs that is told, and the status is 1.",
        examples: [
            "Of all": "unread",
            "Are the counts right?": "unread --audit",
        ])

    @OptionGroup var place: MailPlaceOptions
    @OptionGroup var choice: MailFolderOptions

    @Flag(help: "Hold the kept counts to a recount.")
    var audit = false

    @OptionGroup var display: DisplayOptions

    func run(on open: OpenStore<MailApplication>) async throws {
        let (account, folder) = try await choice.choice(in: open.store)
        let count = try await open.store.emails.unreadCount(account: account, folder: folder)
        open.console.output.append("\(count)\n")
        try open.console.output.flush()
        let drifts = audit ? try await MailAudit.mismatches(of: open.store) : []
        for drift in drifts { open.console.note(drift) }
        if !drifts.isEmpty { throw CommandError(.checkFailed, "") }
    }
}
