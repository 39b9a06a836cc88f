import IlkFiles
import IlkVerdictConsole
import ArgumentParser
import Ilk
import IlkConsole
import IlkUsage
import IlkStore

enum UsageApplication: StoreApplication {
    typealias Records = UsageStore
    typealias FileOptions = UsageFileOptions

    static let name = "usage"
    static let words = StoreNouns(
        record: "event", records: "events", aRecord: "an event", all: "the usage records")
    static let contents = "The backup contains taps, phrases, sessions, devices and caregivers."
    static let afterRestoring = "After the restore, sync everything again: ilk usage sync --hub <url>"
    static let setupExamples = [CommandExample("Record taps", "ilk usage tap I want cookie")]

    static func file(_ folders: IlkFolders) -> String { folders.usage }

    static func willReplace(_ path: String) throws { try ReplicaRemoval.remove(ofStore: path, "usage") }
}

extension UsageApplication: PurgeApplication {
    /// The options that select the events to erase.
    struct PurgeChoice: PurgeChoiceOptions {
        @OptionGroup var filter: UsageFilterOptions

        @Flag(help: "Events that have expired under the retention rules.")
        var due = false

        var isEmpty: Bool { filter.isEmpty }
        var isDue: Bool { due }

        func selection(in open: OpenUsageStore) async throws -> UsagePurge {
            UsagePurge(filter: try await filter.selection(in: open))
        }

        static let missingChoice = "Select events with --until, --symbol, --session, ..., --due, or --all."
        static let exclusiveOptionsMessage =
            "--all, --due and --resume cannot be combined with each other or with filters."
    }

    static let purgeText = text(
        "purge",
        abstract: "Erase events from the store.",
        discussion: """
            Prints the number of events and asks for confirmation; without a terminal, --yes is required. No \
            byte of the events remains in the database or its write-ahead log. Backups, exports and free \
            blocks of the file system are not erased.

            If the usage is synced, the next sync also erases the events at the hub and on the other \
            devices. --all is different: it erases events, devices, caregivers and settings in this store \
            only, and signs this device out of the hub.

            --due erases the events that have expired under the rules of 'ilk usage retention'. --resume \
            continues an interrupted purge without confirmation.
            """,
        examples: [
            "Preview the changes": "purge --symbol cookie --dry-run",
            "Erase": "purge --symbol cookie --yes",
        ])

    static func preview(
        _ report: PurgeReport, of request: PurgeRequest<UsagePurge>, in open: OpenStore<Self>
    ) async throws -> String? {
        guard request.isOfEverything else { return report.isEmpty ? nil : words.phrase(report) }
        let people = [
            (try await open.store.devices().count, "device"),
            (try await open.store.caregivers().count, "caregiver"),
        ].filter { $0.0 > 0 }
        if report.isEmpty, people.isEmpty { return nil }
        return ([words.phrase(report)] + people.map { DecimalText.counted($0.0, $0.1) }).joined(
            separator: ", ")
    }

    static func erase(_ request: PurgeRequest<UsagePurge>, in open: OpenStore<Self>) async throws {
        if request.isOfEverything { try willReplace(open.path) }
        open.tell(purged: try await open.erase(request))
        try await Unlearning.forgetErased(
            from: open.store, as: StoreRetraining.RecordNames.usage, again: "ilk retrain --from usage",
            open.console)
        if case .unfinished = request { return }
        if try await open.store.changeListID() != nil {
            open.console.note("The next sync also erases these events at the hub and on the other devices.")
        }
    }
}
