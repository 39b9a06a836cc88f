package import IlkConsole
package import ArgumentParser

/// What stands above the commands about the log.
package struct LogCommand<Edition: ProgramEdition>: ParsableCommand, ExemplifiedCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "log",
            abstract: "Look at what was said of texts, and correct it.",
            subcommands: [
                ListCommand<LogApplication>.self, LogTailCommand.self, ShowCommand<LogApplication>.self,
                LogExplainCommand.self,
                SearchCommand<LogApplication>.self, LogQueueCommand.self, LogCorrectCommand.self,
                LogSuspectsCommand.self,
                StatsCommand<LogApplication>.self, LogDriftCommand.self, ExportCommand<LogApplication>.self,
                ImportCommand<LogApplication>.self,
                PurgeCommand<LogApplication>.self, RetentionCommand<LogApplication>.self,
                BackupCommand<LogApplication>.self, RestoreCommand<LogApplication>.self,
            ] + Edition.logCommands
        )
    }

    package static var examples: [CommandExample] { LogApplication.listText.examples }

    package init() {}
}
