import IlkCommand
package import ArgumentParser
import IlkCallsCommand
package import Ilk
import IlkDebugCommand
import IlkMailCommand
import IlkServeCommand
import IlkSyncCommand
import IlkUsageCommand
package import IlkVerdictConsole

/// The edition with all applications, sync and the server.
package enum FullEdition: ProgramEdition {
    package typealias Retraining = ApplicationRetraining
    package typealias Examination = ApplicationHealthChecks

    package static var applications: [any ParsableCommand.Type] {
        [CallsCommand.self, UsageCommand.self, MailCommand.self, DebugCommand.self, SyncCommand.self]
    }
    package static var services: [any ParsableCommand.Type] { [ServeCommand.self, TokenCommand.self] }
    package static var logCommands: [any ParsableCommand.Type] { [LogSyncCommand.self] }
    package static var missing: [[String]] {
        #if Mail
            []
        #else
            [["mail", "import"]]
        #endif
    }
    package static var mailboxes: (any MailboxReading)? {
        #if Mail
            MailboxTexts()
        #else
            nil
        #endif
    }
    package static var messages: (any MessageReading)? {
        #if Mail
            ParsedMessages()
        #else
            nil
        #endif
    }
}
