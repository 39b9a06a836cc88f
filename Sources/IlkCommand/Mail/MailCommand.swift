import ArgumentParser

/// What stands above the commands about mail.
struct MailCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Take mail in, find it, and learn from its folders.",
        subcommands: subcommands
    )

    /// Reading mail needs GMime; everything else does without.
    private static var subcommands: [any ParsableCommand.Type] {
        let others: [any ParsableCommand.Type] = [
            MailSearchCommand.self, MailShowCommand.self, MailExplainCommand.self, MailListCommand.self,
            MailThreadsCommand.self,
            MailLabelsCommand.self, MailUnreadCommand.self, MailTrimCommand.self, MailPurgeCommand.self,
            MailExportCommand.self, MailBackupCommand.self, MailRestoreCommand.self,
        ]
        #if Mail
            return [MailImportCommand.self] + others
        #else
            return others
        #endif
    }

    static let examples = MailListCommand.examples
}
