import GRDB
public import IlkDebug
public import IlkStore
import IlkVocabulary
public import Logging
import Synchronization

/// Takes entries into a debug log over its journal, and says of each what became of it: stored, there already, or to be sent
/// again. What it says is stored survives `kill -9`.
///
/// Close it before its store.
public final class DebugReceiver: Sendable {
    /// An entry on its way.
    private final class Arrival: Sendable {
        let record: DebugRecord
        private let isNew = Mutex<Bool?>(nil)

        init(_ record: DebugRecord) { self.record = record }

        var wasNew: Bool? { isNew.withLock { $0 } }

        /// A write that is tried again finds what the first attempt left, if that was not undone.
        func note(_ isNew: Bool) { self.isNew.withLock { $0 = isNew } }
    }

    private let journal: Journal<Arrival>
    private let store: DebugLogStore
    private let patience: Duration
    private let isLate = Atomic(false)

    /// A receiver that writes to `store` from now on.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - settings: How it queues, commits and retries. What does not fit is to be sent again.
    ///   - patience: How long a call of ``take(_:)`` waits for the database.
    ///   - logger: Where trouble is told.
    public init(
        store: DebugLogStore, settings: JournalSettings = JournalSettings(overflow: .drop),
        patience: Duration = .seconds(10), logger: Logger = Logger(label: "ilk.debug")
    ) {
        self.store = store
        self.patience = patience
        journal = Journal(
            name: "debug", store: store.store, tables: ["debugEntry"], ids: store.ids, settings: settings,
            logger: logger, size: { $0.record.entry.memory },
            prepare: { database in
                let writer = try DebugRowWriter(database)
                return { arrival, _ in arrival.note(try writer.write(arrival.record)) }
            }, upkeep: { try DebugLogIndex.step($0, for: RowIndex.stepDuration) })
    }

    /// The age of the oldest entry that is not committed, or zero if there is none.
    public var oldestUncommittedAge: Duration { journal.oldestUncommittedAge }

    /// Takes entries.
    ///
    /// - Returns: What became of each: `stored` and `duplicate` are committed; `later` could not be written in time.
    public func take(_ records: [DebugRecord]) async -> [DebugBatchAnswer.Outcome] {
        let arrivals = records.map(Arrival.init)
        for arrival in arrivals { await journal.record(arrival) }
        let isCommitted = await committed()
        isLate.store(!isCommitted, ordering: .relaxed)
        return arrivals.map { arrival in
            guard isCommitted, let wasNew = arrival.wasNew else { return .later }
            return wasNew ? .stored : .duplicate
        }
    }

    private func committed() async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.journal.flush(.committed) }
            group.addTask {
                try? await Task.sleep(for: self.patience)  // Cancelled: the flush is done.
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
    }

    /// Writes what is pending and ends.
    ///
    /// - Returns: The final accounts.
    @discardableResult
    public func close() async -> JournalLedger { await journal.close() }

    /// Whether what came last could not be written in time, and still is not: the disk is full, or somebody holds the file.
    public var isHeldUp: Bool { isLate.load(ordering: .relaxed) && journal.ledger.pending > 0 }

    /// What became of everything that was given here.
    public var ledger: JournalLedger { journal.ledger }
}
