import IlkVocabulary
import Ilk
import IlkLearning
import IlkLog
import IlkConsole
import IlkVerdictConsole
import ArgumentParser
import FoundationEssentials

/// Lists the texts for review.
struct LogQueueCommand: StoreCommand, OutputArguments {
    static let help = LogApplication.text(
        "queue",
        abstract: "List the texts to review.",
        discussion: """
            Lists texts without a correction. Equal and nearly equal texts are listed once, with the number \
            of their entries.

            --strategy chooses the texts:
              diverse    uncertain texts, typical of the log, that differ from one another
              uncertain  the most uncertain texts
              random     any texts, at random

            One text in ten is an audit: the text is picked at random, and its correction is used to \
            measure the accuracy of the model, not for training. The log records which entries are audits. \
            If the strategy yields too few texts, random texts fill the list.

            The last line estimates from past corrections how much the next 50 corrections will raise the \
            accuracy. --gain prints only this estimate.

            To label the texts in an editor, save them with --format ndjson, add the field 'category' to \
            each line, and apply the file with: ilk log correct --from FILE
            """,
        examples: [
            "List the texts to review": "queue",
            "List the most uncertain texts": "queue --strategy uncertain",
            "Estimate the gain of more corrections": "queue --gain",
        ])

    @OptionGroup var place: LogStoreOptions

    @Option(count: "The maximum number of texts to list.")
    var limit: Int = 20

    @OptionGroup var choice: ReviewStrategyOptions

    @Flag(help: "Print only the estimated gain of more corrections.")
    var gain = false

    @OptionGroup var output: OutputOptions<OutputFormat>

    /// Returns `true` if the command records in the log which entries it lists. With `--gain` it lists none.
    /// Without write access it cannot record them.
    private func recordsListing(_ console: Console) -> Bool {
        !gain && FileManager.default.isWritableFile(atPath: LogApplication.path(place.file, console))
    }

    func open(_ console: Console) async throws -> OpenStore<LogApplication> {
        try recordsListing(console)
            ? .openForWriting(place.settings, console) : .openForReading(place.settings, console)
    }

    func run(on open: OpenStore<LogApplication>) async throws {
        let queue = LogQueue(
            limit: limit, strategy: choice.strategy, recordsListing: recordsListing(open.console),
            format: output.format, console: open.console)
        if gain { try await queue.writeGain(open.store) } else { try await queue.run(open.store) }
    }
}

/// The review queue of a log.
struct LogQueue {
    var limit = 20
    var strategy = ReviewStrategy.diverse
    /// `true` to record in the log which entries were listed.
    var recordsListing: Bool
    var format = OutputFormat.text
    let console: Console

    /// Lists the texts. In text format, also writes the likely gain in accuracy from more corrections.
    ///
    /// - Throws: Errors of the log and of the output.
    func run(_ store: ClassificationLogStore) async throws {
        let queue =
            try await recordsListing
            ? store.startReview(limit: limit, order: strategy.order)
            : store.reviewQueue(limit: limit, order: strategy.order)
        let gain = format == .text && !queue.isEmpty ? try await sentence(gain(store)) : ""
        try console.write(
            records: queue.map(\.fields), as: format, empty: "No matching entries."
        ) {
            LogTable(style: console.style, columns: console.columns).text(
                queue.map(\.entry), marks: queue.map(Self.mark)) + gain
        }
    }

    /// Writes the likely gain in accuracy from more corrections.
    ///
    /// - Throws: Errors of the log and of the output.
    func writeGain(_ store: ClassificationLogStore) async throws {
        let gain = try await gain(store)
        try console.write(one: gain.fields, as: format) { sentence(gain) }
    }

    private func sentence(_ gain: ExpectedGain) -> String {
        WrappedText.lines(gain.sentence, columns: console.columns)
    }

    private func gain(_ store: ClassificationLogStore) async throws -> ExpectedGain {
        let labels = try LabelSetCatalog(folders: console.folders).set(with: store.taxonomy)
        return try await LogLearning(store: store, labels: labels, folders: console.folders).expectedGain()
    }

    /// Returns the type of a row and the number of its entries: `audit`, `×3`, `audit ×3`.
    private static func mark(_ row: LogReview) -> String {
        let count = row.entries.count
        return ((row.isAudit ? ["audit"] : []) + (count > 1 ? ["×\(count)"] : [])).joined(separator: " ")
    }
}
