package import IlkConsole
import ArgumentParser

/// The parent of all commands for the use of a communication app.
package struct UsageCommand: ParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "usage",
        abstract: "Record and report the use of a communication app: taps, phrases and sessions.",
        subcommands: [
            UsageTapCommand.self, UsageSpeakCommand.self, ListCommand<UsageApplication>.self,
            UsageSessionCommand.self,
            UsageReportCommand.self, UsageRegressionsCommand.self, UsageDevicesCommand.self,
            UsageProfilesCommand.self, UsageClassifyCommand.self, CorrectCommand<UsageApplication>.self,
            ExportCommand<UsageApplication>.self,
            ImportCommand<UsageApplication>.self, PurgeCommand<UsageApplication>.self,
            RetentionCommand<UsageApplication>.self,
            BackupCommand<UsageApplication>.self,
            RestoreCommand<UsageApplication>.self, UsageSyncCommand.self, UsageConflictsCommand.self,
        ],
        after: UsageTapCommand.help.examples)

    package init() {}
}
