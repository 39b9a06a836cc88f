import IlkVerdictConsole
import IlkFiles
import ArgumentParser
import Ilk
import IlkCalls
import IlkConsole

/// The calls application.
enum CallsApplication: StoreApplication {
    typealias Records = CallLogStorage
    typealias FileOptions = CallFileOptions

    static let name = "calls"
    static let words = StoreNouns(
        record: "call", records: "calls", aRecord: "a call", all: "the calls", texts: "of notes",
        related: "contact")
    static let contents =
        "The copy holds contacts, calls, templates, reminders and what waits for the server."
    static let setupExamples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m 'we talked about Rome'")
    ]

    static func file(_ folders: IlkFolders) -> String { folders.calls }
}

extension CallsApplication: PurgeApplication {
    /// The options that select the calls to erase.
    struct PurgeChoice: PurgeChoiceOptions {
        @OptionGroup var filter: CallFilterOptions

        @Flag(help: "Only deleted calls of which the server has heard.")
        var deleted = false

        var isEmpty: Bool { filter.isEmpty && !deleted }
        static let missingChoice = "Say what goes: --contact, --until, ..., --deleted, or --all."
        static let exclusiveOptionsMessage = "--all, --deleted and --resume stand alone."

        func validate() throws {
            if deleted && !filter.isEmpty { throw ValidationError(Self.exclusiveOptionsMessage) }
        }
    }

    static let purgeText = text(
        "purge",
        abstract: "Erase calls from the file.",
        discussion: """
            Shows the number of calls and asks first; without a terminal it needs --yes. No byte of their notes is left in \
            the database, its write-ahead log and its search index. Backups, exports and the free blocks of the file system \
            are not reached.

            The server keeps its calls, and no sync brings them back here. With --contact alone the contact is erased, too; \
            with --all everything. Models that learned from one of the calls are deleted. --deleted erases only deleted \
            calls that the server knows to be deleted. --resume continues an interrupted purge without asking.
            """,
        examples: [
            "See what would go": "purge --contact sarah --dry-run",
            "Erase": "purge --contact sarah --yes",
        ])

    static func purge(_ choice: PurgeChoice, of open: OpenStore<Self>) async throws -> CallPurge {
        choice.deleted ? .deleted : CallPurge(filter: try await choice.filter.filter(open))
    }

    static func erase(_ request: PurgeRequest<CallPurge>, in open: OpenStore<Self>) async throws {
        open.tell(purged: try await open.erase(request))
        let retraining = StoreRetraining(
            from: open.store, as: .calls, folders: open.console.folders, now: open.now)
        Unlearning.report(
            try await retraining.forgetErased(), again: "ilk retrain --from calls", open.console)
    }
}
