import GRDB
public import IlkDebug
public import IlkStore
import IlkVocabulary
public import Logging
import Synchronization

/// Stores entries in a debug log through a journal, and reports the outcome of each entry. Entries that are
/// reported as stored survive a crash of the process (`kill -9`).
///
/// Close the receiver before its store.
public final class DebugReceiver: Sendable {
    /// An entry that waits in the journal.
    private final class Arrival: Sendable {
        let record: DebugRecord
        private let isNew = Mutex<Bool?>(nil)

        init(_ record: DebugRecord) { self.record = record }

        var wasNew: Bool? { isNew.withLock { $0 } }

        /// Sets the outcome of a write: `false` if the entry was already stored, possibly by an earlier
        /// attempt of the same write.
        func note(_ isNew: Bool) { self.isNew.withLock { $0 = isNew } }
    }

    private let journal: Journal<Arrival>
    private let store: DebugLogStore
    private let timeout: Duration
    private let isLate = Atomic(false)

    /// Creates a receiver and its journal.
    ///
    /// - Parameters:
    ///   - store: The debug log.
    ///   - settings: The settings of the journal. Entries that exceed the limits of the journal get the
    ///     outcome `retry`.
    ///   - timeout: The maximum time that ``ingest(_:)`` waits for the commit.
    ///   - logger: The logger for errors of the journal.
    public init(
        store: DebugLogStore, settings: JournalSettings = JournalSettings(overflow: .drop),
        timeout: Duration = .seconds(10), logger: Logger = Logger(label: "ilk.debug")
    ) {
        self.store = store
        self.timeout = timeout
        journal = Journal(
            name: "debug", store: store.store, tables: ["debugEntry"], ids: store.ids, settings: settings,
            logger: logger, size: { $0.record.entry.memory },
            prepare: { database in
                let writer = try DebugRowWriter(database)
                return { arrival, _ in arrival.note(try writer.write(arrival.record)) }
            }, upkeep: { try DebugLogIndex.step($0, for: RowIndex.stepDuration) })
    }

    /// The age of the oldest entry that is not yet committed, or zero if all entries are committed.
    public var oldestUncommittedAge: Duration { journal.oldestUncommittedAge }

    /// Stores entries and waits until they are committed.
    ///
    /// - Parameter records: The entries.
    /// - Returns: The outcome of each entry. Entries with the outcome `stored` or `duplicate` are committed.
    ///   Entries with the outcome `retry` were not committed in time.
    /// - Complexity: O(*n*) in the total size of the entries.
    public func ingest(_ records: [DebugRecord]) async -> [DebugBatchResponse.Outcome] {
        let arrivals = records.map(Arrival.init)
        for arrival in arrivals { await journal.record(arrival) }
        let isCommitted = await committed()
        isLate.store(!isCommitted, ordering: .relaxed)
        return arrivals.map { arrival in
            guard isCommitted, let wasNew = arrival.wasNew else { return .retry }
            return wasNew ? .stored : .duplicate
        }
    }

    private func committed() async -> Bool {
        await journal.flush(.committed, timeout: timeout) == .reached
    }

    /// Writes the pending entries and ends the journal.
    ///
    /// - Returns: The final counts of entries by outcome.
    @discardableResult
    public func close() async -> JournalLedger { await journal.close() }

    /// `true` if the latest entries were not committed in time and are still pending, for example because the
    /// disk is full or another process locks the file.
    public var isStalled: Bool { isLate.load(ordering: .relaxed) && journal.ledger.pending > 0 }

    /// The counts of the entries that were passed to the receiver, by outcome.
    public var ledger: JournalLedger { journal.ledger }
}
