package import ArgumentParser
package import IlkStore

/// An application whose records can be purged by a choice.
package protocol PurgeApplication: StoreApplication {
    /// The options that say which records.
    associatedtype PurgeChoice: PurgeChoiceOptions

    /// The help of the command.
    static var purgeText: CommandText { get }
    /// The criteria of a choice.
    static func purge(_ choice: PurgeChoice, of open: OpenStore<Self>) async throws -> Records.Purge
    /// Opens the store to count the records of a choice.
    static func previewing(
        _ choice: PurgeChoice, _ place: FileOptions, _ console: Console
    ) async throws -> OpenStore<Self>
    /// The counts in words, for the question before a purge.
    static func preview(
        _ report: PurgeReport, of request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>
    ) async throws -> String?
    /// Shows the records of a purge with `--dry-run`, besides their number.
    static func list(_ request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>) async throws
    /// Erases, and does what else belongs to it: models forget the records, other devices hear of it.
    static func erase(_ request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>) async throws
}

/// The options that say which records are purged. Those of every application are added: `--all`, `--resume`.
package protocol PurgeChoiceOptions: ParsableArguments {
    /// `true` if nothing is chosen.
    var isEmpty: Bool { get }
    /// `true` to erase the records that rules do not keep.
    var isDue: Bool { get }
    /// The message if nothing is chosen.
    static var whatToSay: String { get }
    /// The message if `--all` or `--resume` is not alone.
    static var aloneOptions: String { get }
}

extension PurgeChoiceOptions {
    package var isDue: Bool { false }
    package static var aloneOptions: String { "--all and --resume stand alone." }
}

extension PurgeApplication {
    package static func previewing(
        _ choice: PurgeChoice, _ place: FileOptions, _ console: Console
    ) async throws -> OpenStore<Self> {
        try .reading(place, console)
    }

    package static func preview(
        _ report: PurgeReport, of request: PurgeRequest<Records.Purge>, in open: OpenStore<Self>
    ) async throws -> String? {
        report.isEmpty ? nil : phrase(report)
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

    @Flag(help: "Continue an interrupted purge.")
    package var resume = false

    @OptionGroup package var erasure: ErasureOptions

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package func validate() throws {
        let said = [!choice.isEmpty, choice.isDue, all, resume].filter { $0 }.count
        if said == 0 { throw ValidationError(Application.PurgeChoice.whatToSay) }
        if said > 1 { throw ValidationError(Application.PurgeChoice.aloneOptions) }
        if erasure.dryRun && resume { throw ValidationError("--dry-run does not go with --resume.") }
    }

    package func run() async throws {
        try await StorePurging<Application>(
            choice: choice, isOfAll: all, isResumed: resume, erasure: erasure.permission, place: place,
            console: .standard(display)
        ).run()
    }

    package init() {}
}
