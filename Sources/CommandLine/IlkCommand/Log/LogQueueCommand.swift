import IlkVocabulary
import IlkLog
import IlkConsole
import IlkVerdictConsole
import ArgumentParser
import FoundationEssentials

/// Lists the entries for review.
struct LogQueueCommand: StoreCommand, OutputArguments {
    static let help = LogApplication.text(
        "queue",
        abstract: "List the entries to review, the most uncertain first.",
        discussion: """
            Lists entries without a correction. One in ten is a random audit. If too few are uncertain, the rest is random \
            too. Corrections of audits measure the classifier and are not used for training. The log records which entries \
            are audits.

            With --format ndjson you can add a category to each line and read the file with ilk log correct --from.
            """,
        examples: [
            "List the entries to review": "queue"
        ])

    @OptionGroup var place: LogStoreOptions

    @Option(count: "The number of entries to list.")
    var limit: Int = 20

    @OptionGroup var output: OutputOptions<OutputFormat>

    /// Returns `true` if the user can write the log. Without write access the user cannot correct entries.
    private func recordsListing(_ console: Console) -> Bool {
        FileManager.default.isWritableFile(atPath: LogApplication.path(place.file, console))
    }

    func open(_ console: Console) async throws -> OpenStore<LogApplication> {
        try recordsListing(console)
            ? .openForWriting(place.settings, console) : .openForReading(place.settings, console)
    }

    func run(on open: OpenStore<LogApplication>) async throws {
        try await LogQueue(
            limit: limit, recordsListing: recordsListing(open.console), format: output.format,
            console: open.console
        ).run(open.store)
    }
}

/// The review queue of a log.
struct LogQueue {
    var limit = 20
    /// `true` if the log records which entries were listed.
    var recordsListing: Bool
    var format = OutputFormat.text
    let console: Console

    /// Lists the entries.
    ///
    /// - Throws: Errors of the log and of the output.
    func run(_ store: ClassificationLogStore) async throws {
        let queue =
            try await recordsListing ? store.startReview(limit: limit) : store.reviewQueue(limit: limit)
        try console.write(
            records: queue.map { item -> JSONObject in
                [
                    "audit": item.isAudit, "entry": item.entry.fields, "id": item.entry.id.description,
                ]
            }, as: format, empty: "No matching entries."
        ) {
            LogTable(style: console.style, columns: console.columns).text(
                queue.map(\.entry), marks: queue.map { $0.isAudit ? "audit" : "" })
        }
    }
}
