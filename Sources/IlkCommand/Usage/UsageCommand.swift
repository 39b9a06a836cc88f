import ArgumentParser

/// What stands above the commands about the use of a communication app.
struct UsageCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract:
            "Keep what somebody does with a communication app: taps, phrases, sessions; and what becomes of it.",
        subcommands: [
            UsageTapCommand.self, UsageSpeakCommand.self, UsageListCommand.self, UsageSessionCommand.self,
            UsageReportCommand.self, UsageRegressionsCommand.self, UsageDevicesCommand.self,
            UsageProfilesCommand.self, UsageClassifyCommand.self, UsageExportCommand.self,
            UsageImportCommand.self, UsagePurgeCommand.self, UsageBackupCommand.self,
            UsageRestoreCommand.self, UsageSyncCommand.self, UsageConflictsCommand.self,
        ]
    )

    static let examples = UsageTapCommand.examples
}
