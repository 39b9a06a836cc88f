package import IlkConsole
import ArgumentParser

package struct MailCommand: ParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "mail",
        abstract: "Import, search and classify mail.",
        subcommands: subcommands,
        after: MailApplication.listText.examples)

    /// The subcommands. The import needs GMime, so it exists only in builds with the trait `Mail`.
    private static var subcommands: [any ParsableCommand.Type] {
        let others: [any ParsableCommand.Type] = [
            SearchCommand<MailApplication>.self, ShowCommand<MailApplication>.self, MailExplainCommand.self,
            ListCommand<MailApplication>.self,
            MailThreadsCommand.self,
            MailLabelsCommand.self, MailUnreadCommand.self, MailMarkCommand.self, MailLabelCommand.self,
            MailMoveCommand.self, CorrectCommand<MailApplication>.self, MailTrimCommand.self,
            PurgeCommand<MailApplication>.self,
            ExportCommand<MailApplication>.self, BackupCommand<MailApplication>.self,
            RestoreCommand<MailApplication>.self,
        ]
        #if Mail
            return [MailImportCommand.self] + others
        #else
            return others
        #endif
    }

    package init() {}
}
