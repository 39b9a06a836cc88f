import GRDB
public import IlkRedaction
public import IlkStore
public import IlkVocabulary
public import Logging

/// Logs classifications for retraining, without making the caller wait for the disk.
///
/// A logged text is in `classificationLog` within 100 ms while the database is writable. While the database
/// is locked or the disk is full, entries are kept and retried, and the errors go to the logger instead of
/// the caller. ``JournalSettings`` limits the memory, sets the behavior at the limit, and determines how many
/// entries `kill -9` can lose.
///
/// Close the logger before its store. A graceful exit of the program closes the logger and loses no entry.
public final class ClassificationLogger: Sendable {
    private let journal: Journal<LoggedText>
    package let store: ClassificationLogStore

    /// Creates a logger and starts its thread.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - settings: The limits and times of the journal.
    ///   - redaction: The redaction of texts before they are stored, or `nil` for none.
    ///   - keepsIndex: `true` to update the search index and the counts while logging. With `false`, logging
    ///     is faster, and the next search updates the index and the counts.
    ///   - logger: The logger for failures.
    public init(
        store: ClassificationLogStore, settings: JournalSettings = JournalSettings(),
        redaction: TextRedaction? = nil, keepsIndex: Bool = true,
        logger: Logger = Logger(label: "ilk.log")
    ) {
        let featureJSON = FeatureJSON(omitsZeros: true)
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
                return { entry, drawn in
                    let id = entry.id ?? drawn
                    guard let (redacted, types) = entry.redacted(by: redaction) else {
                        return try writer.write(entry, id: id)
                    }
                    try writer.write(redacted, id: id)
                    try writer.note(types.map(\.rawValue).joined(separator: ","), of: id.description)
                }
            }, upkeep: keepsIndex ? upkeep : nil)
    }

    /// Logs a classification. Never throws and never blocks a thread. Empty text is skipped.
    ///
    /// Suspends only with ``JournalSettings/Overflow/suspend``, while the queue is full or too many entries
    /// are uncommitted. The database rejects a label that the store's taxonomy does not have; the entry is
    /// then quarantined and counted in the ``ledger``.
    ///
    /// - Parameters:
    ///   - classification: The classification with its time. If the classification has a verdict, the verdict
    ///     is stored too.
    ///   - fullText: The complete text. White space alone counts as text.
    ///   - features: The features of the text, or `nil` to store none. The features are stored as JSON,
    ///     without those that are 0.
    public nonisolated(nonsending) func log(
        classification: TextClassification, fullText: String, features: TextFeatures?
    ) async {
        await log(
            classification: classification, fullText: fullText, features: features, answer: nil, id: nil)
    }

    /// Logs a classification and the answer of a challenger model. The answer is stored with the verdict.
    /// Never throws and never blocks a thread. Empty text is skipped.
    ///
    /// - Parameters:
    ///   - classification: The classification with its time. If the classification has a verdict, the verdict
    ///     is stored too.
    ///   - fullText: The complete text. White space alone counts as text.
    ///   - features: The features of the text, or `nil` to store none. The features are stored as JSON,
    ///     without those that are 0.
    ///   - answer: The answer of the challenger, or `nil` if there is none.
    ///   - id: The id of the entry, created with ``nextID()``, if the caller needs the id before the entry is
    ///     stored. With `nil`, the entry gets a new id.
    public nonisolated(nonsending) func log(
        classification: TextClassification, fullText: String, features: TextFeatures?,
        answer: ChallengerAnswer?, id: RecordID? = nil
    ) async {
        guard !fullText.isEmpty else {
            journal.skip(.empty)
            return
        }
        await journal.record(
            LoggedText(classification, text: fullText, features: features, answer: answer, id: id))
    }

    /// Returns an id for a new entry, for ``log(classification:fullText:features:answer:id:)``.
    public func nextID() -> RecordID { ids.next() }

    package var ids: RecordIDSource { store.ids }

    /// Returns the newest committed rows, newest first. Call ``flush(_:timeout:)`` first to include all
    /// logged entries.
    ///
    /// - Parameter limit: The maximum number of rows. 0 and negative numbers return none.
    /// - Throws: ``StoreError``, and ``ClassificationLogError/damagedEntry(id:)``.
    public func fetchRecentLogs(limit: Int) async throws -> [ClassificationLog] {
        try await store.fetchRecentLogs(limit: limit)
    }

    /// Waits until all entries logged so far have reached a level of durability.
    ///
    /// - Parameters:
    ///   - level: The level of durability.
    ///   - timeout: The maximum time to wait. With `nil`, the wait has no limit, even if the database cannot
    ///     be written.
    /// - Returns: The outcome.
    @discardableResult
    public nonisolated(nonsending) func flush(
        _ level: AckLevel = .committed, timeout: Duration? = nil
    ) async -> FlushOutcome {
        await journal.flush(level, timeout: timeout)
    }

    /// Writes the pending entries and closes the logger. Entries logged after closing are dropped and
    /// counted.
    ///
    /// - Returns: The final ledger.
    @discardableResult
    public nonisolated(nonsending) func close() async -> JournalLedger {
        await journal.close()
    }

    /// The age of the oldest entry that is not committed, or zero if there is none.
    public var oldestUncommittedAge: Duration { journal.oldestUncommittedAge }

    /// The number of entries passed to this logger, by outcome. ``ClassificationLogStore/ledger()`` covers
    /// all loggers of the file.
    public var ledger: JournalLedger { journal.ledger }
}
