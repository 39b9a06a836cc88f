package import ArgumentParser
package import IlkStore

/// An application with a purge command.
package protocol PurgeApplication: StoreApplication {
    /// The options that select records.
    associatedtype PurgeChoice: PurgeChoiceOptions
    where PurgeChoice.Application == Self, PurgeChoice.Selection == Records.Purge

    static var purgeText: CommandText { get }
    /// Returns a description of the records to erase, such as `2 entries (266 bytes of text)`.
    static func preview(
        _ report: PurgeReport, of request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>
    ) async throws -> String?
    /// Lists the records of a purge with `--dry-run`, in addition to their number.
    static func list(_ request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>) async throws
    /// Erases the records with their side effects: models unlearn them, and the deletion is synced to other
    /// devices.
    static func erase(_ request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>) async throws
}

/// The options that select the purged records. The command adds `--all` and `--resume` for every application.
///
/// `isEmpty` is `true` if no option except `isDue` selects records.
package protocol PurgeChoiceOptions: OptionalSelection {
    /// `true` to purge the records that have expired under the retention rules.
    var isDue: Bool { get }
    /// `true` if an option that can be combined with `--all` limits it to a part of the store.
    var limitsAll: Bool { get }
    /// The message if nothing is selected.
    static var missingChoice: String { get }
    /// The message if mutually exclusive selections, such as `--all` and `--resume`, are combined.
    static var exclusiveOptionsMessage: String { get }
}

extension PurgeChoiceOptions {
    package var isDue: Bool { false }
    package var limitsAll: Bool { false }
    package static var exclusiveOptionsMessage: String {
        "--all and --resume cannot be combined with other selections."
    }
}

extension PurgeApplication {
    package static func preview(
        _ report: PurgeReport, of request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>
    ) async throws -> String? {
        report.isEmpty ? nil : words.phrase(report)
    }

    package static func list(_ request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>) async throws {}

    package static func erase(_ request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>) async throws {
        open.tell(purged: try await open.erase(request))
    }
}

/// Erases records of a store.
package struct PurgeCommand<Application: PurgeApplication>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText { Application.purgeText }

    @OptionGroup package var choice: Application.PurgeChoice

    @Flag(help: "All \(Application.words.records).")
    package var all = false

    @Flag(help: "Continue a purge that was interrupted.")
    package var resume = false

    @OptionGroup package var erasure: ErasureOptions

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package func validate() throws {
        let said = [!choice.isEmpty, choice.isDue, all, resume].filter { $0 }.count
        if said == 0 { throw ValidationError(Application.PurgeChoice.missingChoice) }
        if said > 1 || resume && choice.limitsAll {
            throw ValidationError(Application.PurgeChoice.exclusiveOptionsMessage)
        }
        if erasure.dryRun && resume { throw ValidationError("--dry-run cannot be combined with --resume.") }
    }

    package func run() async throws {
        let console = Console.standard(display)
        guard resume || choice.isDue else {
            Application.noteOthers(place.settings, console)
            return try await purge(place.settings, console)
        }
        // A fault in one store must not prevent the purge of the other stores.
        var failure: (any Error)?
        for settings in Application.dueSettings(place.settings, console) {
            if let title = settings.title { console.note("\(title):") }
            do {
                try await purge(settings, console)
            } catch {
                try console.checkStop()
                if let failure { console.note(CommandError(failure).what) }
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func purge(_ settings: StoreSettings, _ console: Console) async throws {
        if resume { return try await StorePurge<Application>.erase(.unfinished, settings, console) }
        let open = try await choice.open(settings, console)
        try await StorePurge(open: open, request: request(in: open), erasure: erasure.permission).run()
    }

    private func request(
        in open: OpenStore<Application>
    ) async throws -> PurgeRequest<Application.Records.Purge> {
        if all && !choice.limitsAll { return .purge(.everything) }
        return choice.isDue ? .due(open.now) : .purge(try await choice.selection(in: open))
    }

    package init() {}
}
