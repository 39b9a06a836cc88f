package import IlkConsole
import ArgumentParser

package struct DebugCommand: ParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "debug",
        abstract: "Store, search and group debug events.",
        subcommands: [
            SearchCommand<DebugApplication>.self, DebugTailCommand.self, DebugTraceCommand.self,
            ShowCommand<DebugApplication>.self, CorrectCommand<DebugApplication>.self,
            DebugTopCommand.self, StatsCommand<DebugApplication>.self, ExportCommand<DebugApplication>.self,
            ImportCommand<DebugApplication>.self,
            PurgeCommand<DebugApplication>.self, RetentionCommand<DebugApplication>.self,
            BackupCommand<DebugApplication>.self,
            RestoreCommand<DebugApplication>.self,
        ],
        after: DebugApplication.searchText.examples)

    package init() {}
}

/// The first steps of the examples of the debug commands.
package enum DebugExamples {
    /// Creates a file with two events of one request, one of them without a level, and imports the file.
    package static let beginning = [
        CommandExample(
            "Create a file with two events",
            #"printf '%s\n' '{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","correlation_id":"7D444840-9DC0-11D1-B245-5FFDCE74FAD2","timestamp":"2026-11-22T09:30:00.250Z","source":"ios","level":"info","event":"API_REQUEST","payload":{"method":"GET","path":"/users/17"}}' '{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964F0","correlation_id":"7D444840-9DC0-11D1-B245-5FFDCE74FAD2","timestamp":"2026-11-22T09:30:01.750Z","source":"backend","event":"DB_ERROR","payload":{"message":"connection failed: timed out after 1500 ms","status":503}}' > events.ndjson"#
        ),
        CommandExample("Import them", "ilk debug import events.ndjson --debug-file debug.sqlite"),
    ]
}
