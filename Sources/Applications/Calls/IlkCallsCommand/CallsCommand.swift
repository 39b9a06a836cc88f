package import IlkConsole
import ArgumentParser

/// The parent of all commands for phone calls.
package struct CallsCommand: ParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "calls",
        abstract: "Keep a log of phone calls: contact, time, duration, emotion and notes.",
        subcommands: [
            CallsAddCommand.self, ListCommand<CallsApplication>.self, ShowCommand<CallsApplication>.self,
            CallsEditCommand.self, CorrectCommand<CallsApplication>.self,
            CallsRemoveCommand.self, SearchCommand<CallsApplication>.self, CallsTimelineCommand.self,
            StatsCommand<CallsApplication>.self,
            CallsContactsCommand.self, CallsStartCommand.self, CallsStopCommand.self, CallsRemindCommand.self,
            CallsTemplatesCommand.self, CallsSuggestCommand.self, ExportCommand<CallsApplication>.self,
            ImportCommand<CallsApplication>.self,
            CallsReportCommand.self, BackupCommand<CallsApplication>.self,
            RestoreCommand<CallsApplication>.self,
            PurgeCommand<CallsApplication>.self, RetentionCommand<CallsApplication>.self,
            CallsQueueCommand.self, CallsRetryCommand.self, CallsConflictsCommand.self,
            CallsResolveCommand.self, CallsSyncCommand.self,
        ],
        after: CallsAddCommand.help.examples)

    package init() {}
}
