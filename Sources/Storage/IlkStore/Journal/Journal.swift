public import GRDB
public import IlkVocabulary
public import Logging

/// Fire and forget with a shape: a bounded queue in front of a ``Store``, one writer, group commit.
///
/// ``record(_:)`` returns as soon as the entry stands in the queue; a thread of the journal's own writes, up to
/// ``JournalSettings/batchEntries`` a commit. While the database is locked, full or failing, entries are kept and tried
/// again; the caller never hears of it, the log and the ``ledger`` do. An entry belongs to the journal once it is
/// given: cancelling the caller's task does not take it back.
///
/// ``AckLevel`` has three levels of safety. A killed process loses the entries that are not committed. While the
/// database can be written these are at most ``JournalSettings/maximumUncommitted`` with ``JournalSettings/Overflow/suspend``, as a
/// stream should have it. With ``JournalSettings/Overflow/drop`` they are bounded by the queue alone, and
/// ``oldestUncommittedAge`` tells how far the journal is behind. The number lost is in ``Store/journalLedger()`` from then on.
/// An entry that the database refuses for good is put into quarantine.
///
/// Entries are objects, so that the queue moves one word each. Whoever makes a journal closes it: ``close()`` waits for the thread.
/// A journal that is let go without it is closed in the background.
public final class Journal<Entry: AnyObject & Sendable>: Sendable {
    /// Writes one entry under a key, with statements that were prepared before.
    public typealias Sink = (Entry, RecordID) throws -> Void
    /// One step of work that may lag behind the entries, in a transaction of its own: an index, counts. It says whether
    /// there is more to do.
    public typealias Upkeep = @Sendable (Database) throws -> Bool

    /// Not generic from here on: code for a type that another module has would go through its metadata at every step,
    /// which costs a caller more than all the rest.
    private let shared: JournalShare<ErasedEntry>

    /// A journal that writes to `store` from now on.
    ///
    /// - Parameters:
    ///   - name: What messages and metrics call it, as `log`.
    ///   - store: Where the entries go. It must outlive the journal.
    ///   - tables: The tables that the sink writes, so that those who observe them hear of each commit.
    ///   - ids: Where the entries' keys come from.
    ///   - size: How much memory an entry takes, in bytes. Called on the caller's side: constant time, please.
    ///   - quarantine: What to keep of an entry that the database refuses; nil when there is nothing to be kept.
    ///   - prepare: Prepares statements on the writing connection and returns what writes an entry with them. Called
    ///     again after each failed transaction. What the sink throws as a constraint's violation puts that entry into
    ///     quarantine; anything else is tried again, and rolled back until then.
    ///   - upkeep: What is done between commits, at most half a second after them or 2,048 entries. A step should take
    ///     some ten milliseconds: entries wait meanwhile. One that throws is tried again later.
    ///
    /// The store's schema must have ``Migration/journalLedger``.
    public init(
        name: String, store: Store, tables: [String] = [], ids: RecordIDSource = RecordIDSource(),
        settings: JournalSettings = JournalSettings(), logger: Logger,
        size: @escaping @Sendable (Entry) -> Int,
        quarantine: @escaping @Sendable (Entry) -> [UInt8]? = { _ in nil },
        prepare: @escaping @Sendable (Database) throws -> Sink,
        upkeep: Upkeep? = nil
    ) {
        shared = JournalShare(
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

    /// What became of all entries that this journal was given so far; ``Store/journalLedger()`` has those of all.
    public var ledger: JournalLedger { shared.ledger }

    /// The age of the oldest entry that is not committed, or zero if there is none.
    public var oldestUncommittedAge: Duration { shared.oldestUncommittedAge }

    /// Gives an entry. Never throws and never blocks a thread.
    ///
    /// Suspends only when the queue is full or the journal is behind, and the setting is to suspend. Runs on the caller's actor: a hop to
    /// another would cost a hundred times what the queue costs.
    public nonisolated(nonsending) func record(_ entry: Entry) async {
        let erased = ErasedEntry(object: entry)
        guard shared.offer(erased) == .mustWait else { return }
        await withUnsafeContinuation { shared.wait(with: erased, caller: $0) }
    }

    /// The entry as it was given: only ``record(_:)`` puts any in.
    private static func entry(_ erased: ErasedEntry) -> Entry {
        unsafeDowncast(erased.object, to: Entry.self)
    }

    /// Counts an entry that is not to be stored.
    public func skip(_ reason: JournalLedger.Skip) {
        shared.skip(reason)
    }

    /// Waits until all that was given before is as safe as `level` says.
    ///
    /// In memory nothing outlives the process: there, all levels are met when it is written.
    ///
    /// - Returns: Whether it is. False when the task was cancelled or the journal gave up at closing. An entry that the
    ///   database refused counts as decided; the ``ledger`` tells.
    @discardableResult
    public nonisolated(nonsending) func flush(_ level: AckLevel = .committed) async -> Bool {
        let ticket = shared.ticket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { shared.flush(level, ticket: ticket, caller: $0) }
        } onCancel: {
            shared.forgetFlush(ticket: ticket)
        }
    }

    /// Takes no more entries, writes what is pending and waits for the writer to end.
    ///
    /// Gives up after ``JournalSettings/closingPatience`` when the database cannot be written. Closing twice is one
    /// closing. What is given later is dropped, and counted by this journal alone.
    ///
    /// - Returns: The final accounts.
    @discardableResult
    public nonisolated(nonsending) func close() async -> JournalLedger {
        shared.beginClosing()
        await withCheckedContinuation { shared.awaitClosed($0) }
        return shared.ledger
    }
}
