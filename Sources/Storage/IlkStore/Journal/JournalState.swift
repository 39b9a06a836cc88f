import IlkVocabulary

/// The queue and the counts of a journal, as plain values protected by a lock. An entry is decided when its
/// outcome is known: stored, quarantined or dropped.
///
/// Mutating methods return the work to do after releasing the lock: the callers to resume, and `true` if the
/// writer must be woken.
struct JournalState<Entry: Sendable> {
    struct Queued {
        var entry: Entry
        var bytes: Int
        /// The id, which is assigned when the writer dequeues the entry and kept across all attempts.
        var id: RecordID?
    }

    struct Suspended {
        var queued: Queued
        var caller: UnsafeContinuation<Void, Never>
    }

    struct Flush {
        var target: Int
        var level: AckLevel
        var ticket: Int
        var caller: CheckedContinuation<FlushOutcome, Never>
    }

    /// The number of dequeued entries with each outcome.
    struct Tally {
        var stored = 0
        var quarantined = 0
        var dropped: [JournalLedger.Drop: Int] = [:]

        var total: Int { stored + quarantined + dropped.values.reduce(0, +) }
    }

    /// The state of the writer's thread, by which callers decide whether to wake it.
    enum Writer { case awake, gathering, parked }

    /// The lifecycle of the journal. A closing journal retries until the given instant.
    enum Phase {
        case open
        case closing(ContinuousClock.Instant)
        case closed
    }

    enum Admission {
        case queued(ring: Bool)
        case mustWait
        case dropped
    }

    private(set) var queue: [Queued] = []
    private(set) var suspended: [Suspended] = []
    private(set) var ledger = JournalLedger()
    /// The size of all entries that are queued or being written, in bytes.
    private(set) var bytes = 0
    /// The number of entries that are queued or being written.
    private(set) var heldCount = 0
    /// Three counts that only grow: all entries that were queued or suspended, the decided entries, and the
    /// entries that were already decided when the last sync began.
    private(set) var entered = 0
    private(set) var settled = 0
    private(set) var synced = 0
    /// The counts that outlive the process.
    private(set) var slot: LedgerSlot
    /// An empty buffer for the next batch, so that callers need not allocate one.
    private var spare: [Queued] = []
    /// The entries of the last written batch. Each caller of ``popSpent()`` releases one entry.
    private var spent: [Queued] = []
    /// The arrival times of the oldest queued entry and of the oldest entry being written.
    private var oldestQueued: ContinuousClock.Instant?
    private var oldestDequeued: ContinuousClock.Instant?
    /// `true` while the database has been unwritable for so long that ``JournalSettings/maximumUncommitted``
    /// does not apply.
    private(set) var isStalled = false
    private var flushes: [Flush] = []
    private var nextTicket = 0
    var writer = Writer.awake
    var phase = Phase.open
    var closers: [CheckedContinuation<Void, Never>] = []

    init(slot: LedgerSlot = LedgerSlot()) {
        self.slot = slot
    }

    var isClosing: Bool {
        if case .open = phase { false } else { true }
    }
}

extension JournalState {
    /// Queues an entry if there is room.
    mutating func admit(_ entry: Entry, bytes size: Int, settings: JournalSettings) -> Admission {
        guard !isClosing else {
            drop(.closed)
            return .dropped
        }
        guard suspended.isEmpty, hasRoom(for: size, settings) else {
            guard settings.overflow == .drop else { return .mustWait }
            drop(.full)
            return .dropped
        }
        enter()
        enqueue(Queued(entry: entry, bytes: size))
        return .queued(ring: shouldRing(settings))
    }

    /// Keeps an entry whose caller waits for room.
    ///
    /// - Returns: `true` if the writer must be woken.
    mutating func suspend(
        _ entry: Entry, bytes size: Int, caller: UnsafeContinuation<Void, Never>, settings: JournalSettings
    ) -> Bool {
        enter()
        suspended.append(Suspended(queued: Queued(entry: entry, bytes: size), caller: caller))
        return shouldRing(settings)
    }

    mutating func skip(_ reason: JournalLedger.Skip) {
        ledger.accepted += 1
        ledger.skipped[reason, default: 0] += 1
        switch reason {
        case .empty: slot.store(ledger.skipped[.empty] ?? 0, as: .skippedEmpty)
        }
    }

    /// Dequeues all entries. The dequeued entries still count toward the limits of the queue.
    mutating func dequeueAll() -> [Queued] {
        defer { spare = [] }
        oldestDequeued = oldestDequeued ?? oldestQueued
        oldestQueued = nil
        let taken = queue
        queue = spare
        return taken
    }

    /// Exchanges a written batch for the unreleased rest of the previous batch. Callers then release the
    /// entries of the batch with ``popSpent()``. A large batch is not exchanged, so the writer releases it.
    mutating func retire(_ batch: inout [Queued], bytes: Int) {
        if batch.capacity <= 1024, bytes <= 1 << 20 { swap(&spent, &batch) }
    }

    /// Returns one written entry, to be released outside the lock.
    ///
    /// Memory that is allocated on one thread and freed on another makes the two threads contend in the
    /// allocator, which occasionally delays a caller. Therefore callers free as much as they allocate.
    mutating func popSpent() -> Queued? { spent.popLast() }

    /// Keeps an empty buffer for reuse.
    mutating func reuseBuffer(_ buffer: inout [Queued]) {
        if buffer.isEmpty, buffer.capacity <= 1024 { swap(&spare, &buffer) }
    }

    /// Releases buffers while there is nothing to do.
    ///
    /// - Returns: The entries to release outside the lock.
    mutating func releaseBuffers() -> [Queued] {
        defer { spent = [] }
        spare = []
        if queue.isEmpty { queue = [] }
        return spent
    }

    /// Detaches the counts from the ledger file at the end of the run. The next opening of the store adds the
    /// counts in the file to the totals.
    mutating func endRun() {
        slot = LedgerSlot()
    }

    /// Counts the outcomes of written entries, and queues suspended entries that now have room.
    ///
    /// - Returns: The callers to resume.
    mutating func settle(
        _ tally: Tally, bytes size: Int, settings: JournalSettings
    ) -> (callers: [UnsafeContinuation<Void, Never>], flushes: [CheckedContinuation<FlushOutcome, Never>]) {
        ledger.stored += tally.stored
        ledger.quarantined += tally.quarantined
        for (reason, count) in tally.dropped where count > 0 { countDrop(reason, count) }
        ledger.pending -= tally.total
        settled += tally.total
        heldCount -= tally.total
        bytes -= size
        if heldCount == queue.count { oldestDequeued = nil }
        // All counts are written again, so that a field that was damaged from outside is repaired.
        slot.store(counts)
        return (admitSuspended(settings), finishedFlushes())
    }

    /// Queues suspended entries up to the limits that apply while the database cannot be written.
    ///
    /// - Returns: The callers to resume.
    mutating func stall(_ settings: JournalSettings) -> [UnsafeContinuation<Void, Never>] {
        isStalled = true
        return admitSuspended(settings)
    }

    /// Ends a stall, so that ``JournalSettings/maximumUncommitted`` applies again.
    mutating func endStall() { isStalled = false }

    /// The arrival time of the oldest undecided entry, or `nil` if there is none.
    var oldestUncommitted: ContinuousClock.Instant? { oldestDequeued ?? oldestQueued }

    /// Drops all entries that are not dequeued yet, and returns the suspended callers.
    mutating func abandon() -> [UnsafeContinuation<Void, Never>] {
        let callers = suspended.map(\.caller)
        let lost = queue.count + suspended.count
        heldCount -= queue.count
        bytes -= queue.reduce(0) { $0 + $1.bytes }
        queue = []
        oldestQueued = nil
        suspended = []
        ledger.pending -= lost
        settled += lost
        if lost > 0 { countDrop(.unwritten, lost) }
        return callers
    }

    private var counts: LedgerCounts {
        LedgerCounts(
            entered: entered, skippedEmpty: ledger.skipped[.empty] ?? 0,
            droppedFull: ledger.dropped[.full] ?? 0,
            droppedClosed: ledger.dropped[.closed] ?? 0, droppedUnwritten: ledger.dropped[.unwritten] ?? 0)
    }

    private func hasRoom(for size: Int, _ settings: JournalSettings) -> Bool {
        let bound = isStalled ? settings.maximumEntries : settings.writableLimit
        return heldCount == 0 || (heldCount < bound && bytes + size <= settings.maximumBytes)
    }

    private mutating func enqueue(_ queued: Queued) {
        if queue.isEmpty { oldestQueued = .now }
        queue.append(queued)
        bytes += queued.bytes
        heldCount += 1
    }

    /// Counts an accepted entry. A single memory write to the slot counts the entry, even if the process dies
    /// immediately afterwards.
    private mutating func enter() {
        entered += 1
        slot.store(entered, as: .entered)
        ledger.accepted += 1
        ledger.pending += 1
    }

    private mutating func drop(_ reason: JournalLedger.Drop) {
        ledger.accepted += 1
        countDrop(reason, 1)
    }

    private mutating func countDrop(_ reason: JournalLedger.Drop, _ count: Int) {
        let total = (ledger.dropped[reason] ?? 0) + count
        ledger.dropped[reason] = total
        switch reason {
        case .full: slot.store(total, as: .droppedFull)
        case .closed: slot.store(total, as: .droppedClosed)
        case .unwritten: slot.store(total, as: .droppedUnwritten)
        case .refused: break  // Counted in the database, where it is decided.
        }
    }

    /// Returns `true` if the caller must wake the writer. Only one caller receives `true` per wake-up.
    private mutating func shouldRing(_ settings: JournalSettings) -> Bool {
        switch writer {
        case .awake: return false
        // A gathering writer polls the queue, but the queue may fill up before the next poll.
        case .gathering
        where queue.count < settings.wakeEntries && bytes < settings.wakeBytes && suspended.isEmpty:
            return false
        case .gathering, .parked:
            writer = .awake
            return true
        }
    }

    private mutating func admitSuspended(_ settings: JournalSettings) -> [UnsafeContinuation<Void, Never>] {
        var count = 0
        while count < suspended.count, hasRoom(for: suspended[count].queued.bytes, settings) {
            enqueue(suspended[count].queued)
            count += 1
        }
        guard count > 0 else { return [] }
        let callers = suspended.prefix(count).map(\.caller)
        suspended.removeFirst(count)
        return callers
    }
}

extension JournalState {
    /// Returns a number that identifies a flush, so that a timeout or a cancellation can remove the flush.
    mutating func ticket() -> Int {
        nextTicket += 1
        return nextTicket
    }

    /// Registers a caller that waits until all entries so far have reached a level.
    ///
    /// - Returns: The outcome of the flush if it is known immediately, otherwise `nil`; and `true` if the
    ///   writer must be woken.
    mutating func awaitFlush(
        _ level: AckLevel, ticket: Int, caller: CheckedContinuation<FlushOutcome, Never>
    ) -> (answer: FlushOutcome?, ring: Bool) {
        // A closed journal has decided all entries, but may have dropped some of them.
        if level > .accepted, ledger.dropped[.unwritten] ?? 0 > 0 { return (.failed, false) }
        guard reached(level) < entered else { return (.reached, false) }
        if case .closed = phase { return (.failed, false) }
        flushes.append(Flush(target: entered, level: level, ticket: ticket, caller: caller))
        let ring = writer != .awake
        writer = .awake
        return (nil, ring)
    }

    private func reached(_ level: AckLevel) -> Int {
        switch level {
        case .accepted: entered
        case .committed: settled
        case .synced: synced
        }
    }

    /// `true` if a caller waits for a sync of entries that are all committed.
    var needsSync: Bool { flushes.contains { $0.level == .synced && $0.target <= settled } }

    /// Records that all entries settled before the sync are on the disk.
    mutating func markSynced(upTo settled: Int) -> [CheckedContinuation<FlushOutcome, Never>] {
        synced = max(synced, settled)
        return finishedFlushes()
    }

    /// `true` if a caller waits for uncommitted entries.
    var isFlushing: Bool { flushes.contains { $0.target > settled } }

    mutating func forgetFlush(ticket: Int) -> CheckedContinuation<FlushOutcome, Never>? {
        guard let index = flushes.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return flushes.remove(at: index).caller
    }

    mutating func removeFlushes() -> [CheckedContinuation<FlushOutcome, Never>] {
        defer { flushes = [] }
        return flushes.map(\.caller)
    }

    private mutating func finishedFlushes() -> [CheckedContinuation<FlushOutcome, Never>] {
        guard !flushes.isEmpty else { return [] }
        let finished = flushes.filter { $0.target <= reached($0.level) }
        guard !finished.isEmpty else { return [] }
        flushes = flushes.filter { $0.target > reached($0.level) }
        return finished.map(\.caller)
    }
}
