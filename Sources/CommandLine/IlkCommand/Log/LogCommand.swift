package import IlkConsole
import ArgumentParser

/// The group of the log commands.
package struct LogCommand<Edition: ProgramEdition>: ParsableCommand, DescribedCommand {
    package static var help: CommandText {
        CommandText(
            "log",
            abstract: "Review, correct, search and erase logged texts.",
            subcommands: [
                ListCommand<LogApplication>.self, LogTailCommand.self, ShowCommand<LogApplication>.self,
                LogExplainCommand.self,
                SearchCommand<LogApplication>.self, LogQueueCommand.self, LogCorrectCommand.self,
                LogSuspectsCommand.self,
                StatsCommand<LogApplication>.self, LogDriftCommand.self, ExportCommand<LogApplication>.self,
                ImportCommand<LogApplication>.self,
                PurgeCommand<LogApplication>.self, RetentionCommand<LogApplication>.self,
                BackupCommand<LogApplication>.self, RestoreCommand<LogApplication>.self,
            ] + Edition.logCommands,
            after: LogApplication.listText.examples)
    }

    package init() {}
}
