public import GRDB
public import IlkVocabulary
public import Logging
import Synchronization

/// A bounded queue in front of a ``Store`` with one writer thread and group commit.
///
/// ``record(_:)`` returns as soon as the entry is queued. The journal's thread writes the entries, up to
/// ``JournalSettings/batchEntries`` per commit. While the database is locked, full or failing, entries are
/// kept and retried. Such errors are not reported to the caller, but to the logger and in the ``ledger``.
/// Canceling the caller's task does not withdraw an entry that was queued.
///
/// ``AckLevel`` has three levels of durability. If the process is killed, uncommitted entries are lost. With
/// ``JournalSettings/Overflow/suspend``, which suits streams, at most ``JournalSettings/maximumUncommitted``
/// entries are uncommitted while the database is writable. With ``JournalSettings/Overflow/drop``, only the
/// size of the queue limits their number, and ``oldestUncommittedAge`` is the lag of the journal.
/// ``Store/journalLedger()`` counts the entries lost in a crash. An entry that the database permanently
/// rejects is quarantined.
///
/// Entries are objects, so that the queue moves one pointer per entry. The creator of a journal closes it
/// with ``close()``, which waits for the thread. A journal that is released without closing is closed in the
/// background.
public final class Journal<Entry: AnyObject & Sendable>: Sendable {
    /// Writes one entry with its id, using prepared statements.
    public typealias Sink = (Entry, RecordID) throws -> Void
    /// Runs one step of maintenance, such as indexing or counting, in a separate transaction. Maintenance may
    /// lag behind the entries. Returns `true` if there is more to do.
    public typealias Upkeep = @Sendable (Database) throws -> Bool

    /// The type of the entries is erased for speed. If generic code is specialized for a type of another
    /// module, it accesses the type's metadata at every step, which would dominate the cost of a call.
    private let shared: JournalCore<ErasedEntry>

    /// Creates a journal and starts its thread.
    ///
    /// - Parameters:
    ///   - name: The name in messages and metrics, such as `log`.
    ///   - store: The store of the entries. The store must outlive the journal, and its schema must have the
    ///     migration ``Migration/journalLedger``.
    ///   - tables: The tables that the sink writes. Observers of these tables are notified of each commit.
    ///   - ids: The source of the entries' ids.
    ///   - settings: The limits and times of the queue and of the writer.
    ///   - logger: The logger for failures.
    ///   - size: Returns the memory used by an entry, in bytes. The closure is called on the thread of the
    ///     caller of ``record(_:)``, and must take constant time.
    ///   - quarantine: Returns the bytes to keep of an entry that the database rejects, or `nil` to keep
    ///     none.
    ///   - prepare: Prepares statements on the writing connection and returns the sink that uses them. The
    ///     closure is called again after each failed transaction. If the sink throws a constraint violation,
    ///     the entry is quarantined. After any other error, the transaction is rolled back and retried.
    ///   - upkeep: Maintenance between commits. A step runs at most half a second after a commit, and after
    ///     at most 2,048 entries. A step should take about ten milliseconds, because entries wait meanwhile.
    ///     A step that throws is retried later.
    public init(
        name: String, store: Store, tables: [String] = [], ids: RecordIDSource = RecordIDSource(),
        settings: JournalSettings = JournalSettings(), logger: Logger,
        size: @escaping @Sendable (Entry) -> Int,
        quarantine: @escaping @Sendable (Entry) -> [UInt8]? = { _ in nil },
        prepare: @escaping @Sendable (Database) throws -> Sink,
        upkeep: Upkeep? = nil
    ) {
        shared = JournalCore(
            name: name, store: store, tables: tables, ids: ids, settings: settings, logger: logger,
            size: { size(Self.entry($0)) }, quarantine: { quarantine(Self.entry($0)) },
            prepare: { database in
                let sink = try prepare(database)
                return { try sink(Self.entry($0), $1) }
            }, upkeep: upkeep)
        shared.start()
    }

    deinit {
        shared.beginClosing()
    }

    /// The number of entries that this journal has received, by outcome. ``Store/journalLedger()`` covers all
    /// journals of the file.
    public var ledger: JournalLedger { shared.ledger }

    /// The age of the oldest entry that is not committed, or zero if there is none.
    public var oldestUncommittedAge: Duration { shared.oldestUncommittedAge }

    /// Queues an entry. Never throws and never blocks a thread.
    ///
    /// Suspends only with ``JournalSettings/Overflow/suspend``, while the queue is full or too many entries
    /// are uncommitted. Runs on the caller's actor, because a hop to another actor would cost much more than
    /// queueing.
    ///
    /// - Parameter entry: The entry to write.
    public nonisolated(nonsending) func record(_ entry: Entry) async {
        let erased = ErasedEntry(object: entry)
        guard shared.offer(erased) == .mustWait else { return }
        await withUnsafeContinuation { shared.wait(with: erased, caller: $0) }
    }

    /// Restores the type of a type-erased entry. Only ``record(_:)`` creates such entries.
    private static func entry(_ erased: ErasedEntry) -> Entry {
        unsafeDowncast(erased.object, to: Entry.self)
    }

    /// Counts an entry that the caller decided not to store.
    ///
    /// - Parameter reason: The reason for not storing the entry.
    public func skip(_ reason: JournalLedger.Skip) {
        shared.skip(reason)
    }

    /// Waits until all entries queued so far have reached a level of durability.
    ///
    /// A database in memory does not outlive the process, so all levels are reached when an entry is written.
    ///
    /// - Parameters:
    ///   - level: The level of durability.
    ///   - timeout: The maximum time to wait. With `nil`, the wait has no limit, even if the database cannot
    ///     be written.
    /// - Returns: The outcome. An entry that the database rejected counts as written; see ``ledger``.
    @discardableResult
    public nonisolated(nonsending) func flush(
        _ level: AckLevel = .committed, timeout: Duration? = nil
    ) async -> FlushOutcome {
        let ticket = shared.ticket()
        let timer = Mutex<Task<Void, Never>?>(nil)
        defer { timer.withLock { $0 }?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                shared.flush(level, ticket: ticket, caller: caller)
                // The timeout starts after the flush is registered, so that even a timeout of zero finds the
                // flush.
                guard let timeout else { return }
                timer.withLock {
                    $0 = Task { [shared] in
                        try? await Task.sleep(for: timeout)  // Canceled: the flush ended.
                        guard !Task.isCancelled else { return }
                        shared.removeFlush(ticket: ticket, as: .timedOut)
                    }
                }
            }
        } onCancel: {
            shared.removeFlush(ticket: ticket, as: .canceled)
        }
    }

    /// Stops accepting entries, writes the pending entries and waits for the writer to end.
    ///
    /// Stops waiting after ``JournalSettings/closingTimeout`` if the database cannot be written. Closing
    /// again has no effect. Entries recorded after closing are dropped, and only the ledger of this object
    /// counts them.
    ///
    /// - Returns: The final ledger.
    @discardableResult
    public nonisolated(nonsending) func close() async -> JournalLedger {
        shared.beginClosing()
        await withCheckedContinuation { shared.awaitClosed($0) }
        return shared.ledger
    }
}
