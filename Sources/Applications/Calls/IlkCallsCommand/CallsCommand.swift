package import IlkConsole
package import ArgumentParser

/// What stands above the commands about phone calls.
package struct CallsCommand: ParsableCommand, ExemplifiedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "calls",
        abstract: "Keep a log of phone calls: who, when, how long, how it felt, what was said.",
        subcommands: [
            CallsAddCommand.self, ListCommand<CallsApplication>.self, ShowCommand<CallsApplication>.self,
            CallsEditCommand.self,
            CallsRemoveCommand.self, SearchCommand<CallsApplication>.self, CallsTimelineCommand.self,
            StatsCommand<CallsApplication>.self,
            CallsContactsCommand.self, CallsStartCommand.self, CallsStopCommand.self, CallsRemindCommand.self,
            CallsTemplatesCommand.self, CallsSuggestCommand.self, ExportCommand<CallsApplication>.self,
            ImportCommand<CallsApplication>.self,
            CallsReportCommand.self, BackupCommand<CallsApplication>.self,
            RestoreCommand<CallsApplication>.self,
            PurgeCommand<CallsApplication>.self,
            CallsQueueCommand.self, CallsRetryCommand.self, CallsConflictsCommand.self,
            CallsResolveCommand.self, CallsSyncCommand.self,
        ]
    )

    package static let examples = CallsAddCommand.examples

    package init() {}
}
