import GRDB
public import IlkRedaction
public import IlkStore
public import IlkVocabulary
public import Logging

/// Remembers what was classified, for later retraining: fire and forget.
///
/// A logged text stands in `classificationLog` within 100 ms while the database can be written. While it cannot (locked,
/// disk full), the failure goes to the log, never to the caller, and the entry is kept and tried again. Memory is
/// bounded by ``JournalSettings``, which also say what happens at the bound, and how many entries `kill -9` can take.
///
/// Close it before its store; a graceful end of the program closes it, and so loses nothing.
public final class ClassificationLogger: Sendable {
    private let journal: Journal<LoggedText>
    private let store: ClassificationLogStore

    /// A logger that writes to `store` from now on.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - settings: How it queues, commits and retries.
    ///   - redaction: What is taken out of texts before they are stored; nil is nothing.
    ///   - keepsIndex: Whether the search index and the counts are kept up meanwhile. Without, logging is faster, and
    ///     whoever searches next brings them up to date.
    ///   - logger: Where trouble is told.
    public init(
        store: ClassificationLogStore, settings: JournalSettings = JournalSettings(),
        redaction: TextRedaction? = nil, keepsIndex: Bool = true,
        logger: Logger = Logger(label: "ilk.log")
    ) {
        let featureJSON = FeatureJSON()
        let ids = store.ids
        let upkeep: @Sendable (Database) throws -> Bool = {
            try ClassificationLogIndex.step($0, for: RowIndex.stepDuration)
        }
        self.store = store
        journal = Journal(
            name: "log", store: store.store, tables: ["classificationLog", "classificationVerdict"], ids: ids,
            settings: settings, logger: logger, size: { $0.memory },
            quarantine: { ($0.redacted(by: redaction)?.0 ?? $0).json(featureJSON: featureJSON) },
            prepare: { database in
                let writer = try ClassificationLogWriter(
                    database, featureJSON: featureJSON, now: { ids.now })
                return { entry, id in
                    guard let (redacted, kinds) = entry.redacted(by: redaction) else {
                        return try writer.write(entry, id: id)
                    }
                    try writer.write(redacted, id: id)
                    try writer.note(kinds.map(\.rawValue).joined(separator: ","), of: id.description)
                }
            }, upkeep: keepsIndex ? upkeep : nil)
    }

    /// Logs a classification. Never throws, never blocks a thread; empty text is skipped.
    ///
    /// Suspends only when the queue is full or the journal is behind, and the settings say so. A category that the store's taxonomy does not have
    /// is refused by the database, kept in quarantine, and counted in the ``ledger``.
    ///
    /// - Parameters:
    ///   - classification: What was said of the text and when; its verdict, where there is one, is stored beside.
    ///   - fullText: The whole text. White space alone is text.
    ///   - features: What was measured of it, stored as JSON; nil is stored as NULL.
    public nonisolated(nonsending) func log(
        classification: TextClassification, fullText: String, features: TextFeatures?
    ) async {
        await log(classification: classification, fullText: fullText, features: features, answer: nil)
    }

    /// The same with what a challenger said of the text, unseen; it is stored beside the verdict that counts.
    public nonisolated(nonsending) func log(
        classification: TextClassification, fullText: String, features: TextFeatures?,
        answer: ChallengerAnswer?
    ) async {
        guard !fullText.isEmpty else {
            journal.skip(.empty)
            return
        }
        await journal.record(LoggedText(classification, text: fullText, features: features, answer: answer))
    }

    /// The newest rows that are committed, newest first. ``flush()`` before, to have all that was logged.
    ///
    /// - Parameter limit: How many at most; 0 and less give none.
    /// - Throws: ``StoreError``.
    public func fetchRecentLogs(limit: Int) async throws -> [ClassificationLog] {
        try await store.fetchRecentLogs(limit: limit)
    }

    /// Waits until all that was logged before is as safe as `level` says.
    ///
    /// - Returns: Whether it is; false when the task was cancelled or the logger gave up at closing.
    @discardableResult
    public nonisolated(nonsending) func flush(_ level: AckLevel = .committed) async -> Bool {
        await journal.flush(level)
    }

    /// Writes what is pending and ends. Later calls of `log` drop their entry, counted.
    ///
    /// - Returns: The final accounts.
    @discardableResult
    public nonisolated(nonsending) func close() async -> JournalLedger {
        await journal.close()
    }

    /// The age of the oldest entry that is not committed, or zero if there is none.
    public var oldestUncommittedAge: Duration { journal.oldestUncommittedAge }

    /// What became of everything that was logged here; ``ClassificationLogStore/ledger()`` has what all others logged too.
    public var ledger: JournalLedger { journal.ledger }
}
