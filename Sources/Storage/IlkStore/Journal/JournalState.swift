import IlkVocabulary

/// The queue of a journal and its accounts: plain values, to be kept behind a lock.
///
/// Every mutation says what is to be done once the lock is let go: resume somebody, ring for the writer.
struct JournalState<Entry: Sendable> {
    struct Queued {
        var entry: Entry
        var bytes: Int
        /// Given when the writer takes the entry, and kept over all attempts.
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
        var caller: CheckedContinuation<Bool, Never>
    }

    /// What became of entries that the writer took, by number.
    struct Tally {
        var stored = 0
        var quarantined = 0
        var dropped: [JournalLedger.Drop: Int] = [:]

        var total: Int { stored + quarantined + dropped.values.reduce(0, +) }
    }

    /// What the writer's thread is doing, as far as those who might ring must know.
    enum Writer { case awake, gathering, parked }

    /// Whether entries are let in, and how long the writer still tries.
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
    /// Bytes of all that is queued or being written.
    private(set) var bytes = 0
    /// How many are queued or being written.
    private(set) var held = 0
    /// How many entries were ever let in or suspended, how many of these were decided, and how many of those were
    /// decided when the last sync began: all only grow.
    private(set) var entered = 0
    private(set) var settled = 0
    private(set) var synced = 0
    /// The counts that outlive the process.
    private(set) var slot: LedgerSlot
    /// A buffer for the next batch: growing one anew for each would be the callers' cost.
    private var spare: [Queued] = []
    /// Entries of the last batch, written: who gives an entry lets one of these go, see ``letGo()``.
    private var spent: [Queued] = []
    /// The time at which the oldest entry came, of the queue and of those being written.
    private var oldestQueued: ContinuousClock.Instant?
    private var oldestTaken: ContinuousClock.Instant?
    /// `true` while the database has not been writable for so long that ``JournalSettings/maximumUncommitted`` does not count.
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
    /// Takes an entry in, or says why not.
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

    /// All that is queued; it still counts as held.
    mutating func take() -> [Queued] {
        defer { spare = [] }
        oldestTaken = oldestTaken ?? oldestQueued
        oldestQueued = nil
        let taken = queue
        queue = spare
        return taken
    }

    /// Takes a batch that was written, and gives what is left of the one before it. A big one, of a burst or of long
    /// texts, stays with the writer.
    mutating func retire(_ batch: inout [Queued], bytes: Int) {
        if batch.capacity <= 1024, bytes <= 1 << 20 { swap(&spent, &batch) }
    }

    /// One entry that was written, to be released outside the lock.
    ///
    /// Memory that one thread takes and another one gives back has the two wait for each other in the allocator: now and
    /// then a caller for fifteen microseconds. So callers give back as much as they take.
    mutating func letGo() -> Queued? { spent.popLast() }

    /// Takes an empty buffer back, to be used again.
    mutating func giveBack(_ buffer: inout [Queued]) {
        if buffer.isEmpty, buffer.capacity <= 1024 { swap(&spare, &buffer) }
    }

    /// Holds no memory while there is nothing to do.
    ///
    /// - Returns: What was held, to be released outside the lock.
    mutating func rest() -> [Queued] {
        defer { spent = [] }
        spare = []
        if queue.isEmpty { queue = [] }
        return spent
    }

    /// Counts for itself from here on: the run has ended, and whoever opens the store next settles it.
    mutating func endRun() {
        slot = LedgerSlot()
    }

    /// Books what the writer has decided and lets suspended entries in.
    ///
    /// - Returns: The callers to resume.
    mutating func settle(
        _ tally: Tally, bytes size: Int, settings: JournalSettings
    ) -> (callers: [UnsafeContinuation<Void, Never>], flushes: [CheckedContinuation<Bool, Never>]) {
        ledger.stored += tally.stored
        ledger.quarantined += tally.quarantined
        for (reason, count) in tally.dropped where count > 0 { book(reason, count) }
        ledger.pending -= tally.total
        settled += tally.total
        held -= tally.total
        bytes -= size
        if held == queue.count { oldestTaken = nil }
        // Written again, so that a word that was damaged from outside does not stay so.
        slot.store(counts)
        return (letIn(settings), finishedFlushes())
    }

    /// Lets entries in up to the bounds that count while the database cannot be written.
    ///
    /// - Returns: The callers to resume.
    mutating func stall(_ settings: JournalSettings) -> [UnsafeContinuation<Void, Never>] {
        isStalled = true
        return letIn(settings)
    }

    /// Ends a stall: from here on ``JournalSettings/maximumUncommitted`` counts again.
    mutating func endStall() { isStalled = false }

    /// The time at which the oldest undecided entry came, or `nil` if there is none.
    var oldestUncommitted: ContinuousClock.Instant? { oldestTaken ?? oldestQueued }

    /// Gives everything up that is not yet taken.
    mutating func abandon() -> [UnsafeContinuation<Void, Never>] {
        let callers = suspended.map(\.caller)
        let lost = queue.count + suspended.count
        held -= queue.count
        bytes -= queue.reduce(0) { $0 + $1.bytes }
        queue = []
        oldestQueued = nil
        suspended = []
        ledger.pending -= lost
        settled += lost
        if lost > 0 { book(.unwritten, lost) }
        return callers
    }

    private var counts: LedgerCounts {
        LedgerCounts(
            entered: entered, skippedEmpty: ledger.skipped[.empty] ?? 0,
            droppedFull: ledger.dropped[.full] ?? 0,
            droppedClosed: ledger.dropped[.closed] ?? 0, droppedUnwritten: ledger.dropped[.unwritten] ?? 0)
    }

    private func hasRoom(for size: Int, _ settings: JournalSettings) -> Bool {
        let bound = isStalled ? settings.maximumEntries : settings.boundWhileWriting
        return held == 0 || (held < bound && bytes + size <= settings.maximumBytes)
    }

    private mutating func enqueue(_ queued: Queued) {
        if queue.isEmpty { oldestQueued = .now }
        queue.append(queued)
        bytes += queued.bytes
        held += 1
    }

    /// An entry is in from here on: the store of one word says so, whatever happens next.
    private mutating func enter() {
        entered += 1
        slot.store(entered, as: .entered)
        ledger.accepted += 1
        ledger.pending += 1
    }

    private mutating func drop(_ reason: JournalLedger.Drop) {
        ledger.accepted += 1
        book(reason, 1)
    }

    private mutating func book(_ reason: JournalLedger.Drop, _ count: Int) {
        let total = (ledger.dropped[reason] ?? 0) + count
        ledger.dropped[reason] = total
        switch reason {
        case .full: slot.store(total, as: .droppedFull)
        case .closed: slot.store(total, as: .droppedClosed)
        case .unwritten: slot.store(total, as: .droppedUnwritten)
        case .refused: break  // Counted in the database, where it is decided.
        }
    }

    /// Whether the writer must be woken. Says so once: whoever hears it rings.
    private mutating func shouldRing(_ settings: JournalSettings) -> Bool {
        switch writer {
        case .awake: return false
        // While it gathers it looks for itself, but the queue may fill up before it does.
        case .gathering
        where queue.count < settings.ringingEntries && bytes < settings.ringingBytes && suspended.isEmpty:
            return false
        case .gathering, .parked:
            writer = .awake
            return true
        }
    }

    private mutating func letIn(_ settings: JournalSettings) -> [UnsafeContinuation<Void, Never>] {
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
    /// A ticket for a flush; the flush itself may follow, or be given up first.
    mutating func ticket() -> Int {
        nextTicket += 1
        return nextTicket
    }

    /// Remembers who waits until all that entered so far is as safe as wanted.
    ///
    /// - Returns: The answer when it is known at once, else nil; and whether to ring.
    mutating func awaitFlush(
        _ level: AckLevel, ticket: Int, caller: CheckedContinuation<Bool, Never>
    ) -> (answer: Bool?, ring: Bool) {
        guard reached(level) < entered else { return (true, false) }
        if case .closed = phase { return (false, false) }
        flushes.append(Flush(target: entered, level: level, ticket: ticket, caller: caller))
        let ring = writer != .awake
        writer = .awake
        return (nil, ring)
    }

    /// How many entries are as safe as this.
    private func reached(_ level: AckLevel) -> Int {
        switch level {
        case .accepted: entered
        case .committed: settled
        case .synced: synced
        }
    }

    /// Whether somebody waits for a sync, and all that he waits for is committed.
    var needsSync: Bool { flushes.contains { $0.level == .synced && $0.target <= settled } }

    /// Books that everything is on the disk that was settled when the sync began.
    mutating func didSync(upTo settled: Int) -> [CheckedContinuation<Bool, Never>] {
        synced = max(synced, settled)
        return finishedFlushes()
    }

    /// Whether somebody waits for what is not yet committed.
    var isFlushing: Bool { flushes.contains { $0.target > settled } }

    /// Forgets a flush whose task was cancelled.
    mutating func forgetFlush(ticket: Int) -> CheckedContinuation<Bool, Never>? {
        guard let index = flushes.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return flushes.remove(at: index).caller
    }

    /// All flushes, met or not.
    mutating func takeFlushes() -> [CheckedContinuation<Bool, Never>] {
        defer { flushes = [] }
        return flushes.map(\.caller)
    }

    private mutating func finishedFlushes() -> [CheckedContinuation<Bool, Never>] {
        guard !flushes.isEmpty else { return [] }
        let finished = flushes.filter { $0.target <= reached($0.level) }
        guard !finished.isEmpty else { return [] }
        flushes = flushes.filter { $0.target > reached($0.level) }
        return finished.map(\.caller)
    }
}
