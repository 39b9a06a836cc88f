import ArgumentParser

/// What stands above the commands about phone calls.
struct CallsCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "calls",
        abstract: "Keep a log of phone calls: who, when, how long, how it felt, what was said.",
        subcommands: [
            CallsAddCommand.self, CallsListCommand.self, CallsShowCommand.self, CallsEditCommand.self,
            CallsRemoveCommand.self, CallsSearchCommand.self, CallsTimelineCommand.self,
            CallsStatsCommand.self,
            CallsContactsCommand.self, CallsStartCommand.self, CallsStopCommand.self, CallsRemindCommand.self,
            CallsTemplatesCommand.self, CallsSuggestCommand.self, CallsExportCommand.self,
            CallsImportCommand.self,
            CallsReportCommand.self, CallsBackupCommand.self, CallsRestoreCommand.self,
            CallsPurgeCommand.self,
            CallsQueueCommand.self, CallsRetryCommand.self, CallsConflictsCommand.self,
            CallsResolveCommand.self, CallsSyncCommand.self,
        ]
    )

    static let examples = CallsAddCommand.examples
}
