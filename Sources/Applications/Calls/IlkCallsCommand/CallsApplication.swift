import IlkVerdictConsole
import IlkFiles
import ArgumentParser
import Ilk
import IlkCalls
import IlkConsole

/// The calls application, as a parameter of the commands that all applications share.
enum CallsApplication: StoreApplication {
    typealias Records = CallLogStorage
    typealias FileOptions = CallFileOptions

    static let name = "calls"
    static let words = StoreNouns(
        record: "call", records: "calls", aRecord: "a call", all: "the calls", texts: "of notes",
        related: "contact")
    static let contents =
        "The backup contains contacts, calls, templates, reminders and the queue of changes for the server."
    static let setupExamples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m 'we talked about Rome'")
    ]

    static func file(_ folders: IlkFolders) -> String { folders.calls }
}

extension CallsApplication: PurgeApplication {
    /// The options that select the calls to erase.
    struct PurgeChoice: PurgeChoiceOptions {
        @OptionGroup var filter: CallFilterOptions

        @Flag(help: "Only deleted calls whose deletion the server has confirmed.")
        var deleted = false

        @Flag(help: "Calls that have expired under the retention rules.")
        var due = false

        var isEmpty: Bool { filter.isEmpty && !deleted }
        var isDue: Bool { due }
        static let missingChoice = "Select calls with --contact, --until, ..., --deleted, --due, or --all."
        static let exclusiveOptionsMessage =
            "Filters, --all, --deleted, --due and --resume cannot be combined."

        func validate() throws {
            if deleted && !filter.isEmpty { throw ValidationError(Self.exclusiveOptionsMessage) }
        }

        func selection(in open: OpenCallStore) async throws -> CallPurge {
            deleted ? .deleted : CallPurge(filter: try await filter.selection(in: open))
        }
    }

    static let purgeText = text(
        "purge",
        abstract: "Erase calls from the store.",
        discussion: """
            Prints the number of calls and asks for confirmation; without a terminal, --yes is required. No \
            byte of the notes remains in the database, its write-ahead log or its search index. Backups, \
            exports and free blocks of the file system are not erased. Models that were trained on one of \
            the calls are deleted.

            If the calls are synced, the server keeps its copies, but later syncs do not restore them here. \
            If --contact is the only filter, the contact is erased too. --all erases the whole store, \
            including contacts, templates and reminders.

            --due erases the calls that have expired under the rules of 'ilk calls retention'. --deleted \
            erases only calls that were deleted before, once the server has confirmed the deletion. \
            --resume continues an interrupted purge without confirmation.
            """,
        examples: [
            "Preview the changes": "purge --contact sarah --dry-run",
            "Erase": "purge --contact sarah --yes",
        ])

    static func erase(_ request: PurgeRequest<CallPurge>, in open: OpenStore<Self>) async throws {
        open.tell(purged: try await open.erase(request))
        try await Unlearning.forgetErased(in: open, as: .calls)
    }
}
