import ArgumentParser

/// What stands above the commands about the log.
struct LogCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Look at what was said of texts, and correct it.",
        subcommands: [
            LogListCommand.self, LogTailCommand.self, LogShowCommand.self, LogExplainCommand.self,
            LogSearchCommand.self, LogQueueCommand.self, LogCorrectCommand.self, LogSuspectsCommand.self,
            LogStatsCommand.self, LogDriftCommand.self, LogExportCommand.self, LogImportCommand.self,
            LogPurgeCommand.self, LogRetentionCommand.self, LogBackupCommand.self, LogRestoreCommand.self,
            LogSyncCommand.self,
        ]
    )

    static let examples = LogListCommand.examples
}
