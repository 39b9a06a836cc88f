import GRDB
import IlkVocabulary
import Logging
import Metrics
import Synchronization

/// The loop of a journal's thread: park, gather, write, and again.
///
/// It parks when there is nothing to do and is rung awake by the first entry; then it gathers for a while, so that
/// steady callers find it awake and need not ring, and writes what has come, a commit at a time.
final class JournalWriter<Entry: Sendable> {
    typealias Queued = JournalState<Entry>.Queued

    /// Pages in the write-ahead log from which a checkpoint is due: sooner when there is nothing else to do.
    private let checkpointWhenIdle = 256
    private let checkpointWhenBusy = 4096

    /// Holds the sink. Not the bare closure: a generic class stores it behind a conversion, and loading it and storing
    /// it back would add one more conversion a commit, until calling it overflows the stack.
    private final class Prepared {
        let sink: Journal<Entry>.Sink

        init(_ sink: @escaping Journal<Entry>.Sink) { self.sink = sink }
    }

    private let shared: JournalShare<Entry>
    private var prepared: Prepared?
    private var failures = 0
    private var reportedDrops = 0
    private let storedCounter: Counter
    private let droppedCounter: Counter
    private let pendingGauge: Gauge

    init(shared: JournalShare<Entry>) {
        self.shared = shared
        let dimensions = [("journal", shared.name)]
        storedCounter = Counter(label: "ilk_journal_stored_total", dimensions: dimensions)
        droppedCounter = Counter(label: "ilk_journal_dropped_total", dimensions: dimensions)
        pendingGauge = Gauge(label: "ilk_journal_pending", dimensions: dimensions)
    }

    func run() {
        var gathered = false
        while true {
            switch nextStep(gathered: gathered) {
            case .gather:
                shared.bell.wait(atMost: shared.settings.grouping)
                gathered = true
            case .park:
                checkpoint(from: checkpointWhenIdle)
                shared.bell.wait()
                gathered = false
            case .write(let batch):
                write(batch)
                checkpoint(from: checkpointWhenBusy)
                reportDrops()
                gathered = false
            case .stop:
                stop()
                return
            }
        }
    }

    private enum Step {
        case gather, park, stop
        case write([Queued])
    }

    private func nextStep(gathered: Bool) -> Step {
        shared.state.withLock { state in
            state.writer = .awake
            if state.queue.isEmpty {
                if state.isClosing { return .stop }
                state.writer = gathered ? .parked : .gathering
                return gathered ? .park : .gather
            }
            let full = state.queue.count >= shared.settings.batchEntries || !state.suspended.isEmpty
            if gathered || full || state.isFlushing || state.isClosing { return .write(state.take()) }
            state.writer = .gathering
            return .gather
        }
    }
}

// MARK: - Writing

extension JournalWriter {
    /// How one transaction ended.
    private enum Outcome {
        case committed(refused: Int)
        case failed(any Error)
    }

    /// An entry that the database will never take.
    private struct Refusal: Error {
        var index: Int
        var error: DatabaseError
    }

    private func write(_ batch: [Queued]) {
        var rest = batch[...]
        for index in rest.indices { rest[index].id = shared.ids.next() }
        while !rest.isEmpty {
            let chunk = rest.prefix(shared.settings.batchEntries)
            switch attempt(chunk) {
            case .committed(let refused):
                recover()
                settle(chunk, stored: chunk.count - refused, dropped: refused, for: .refused)
                rest = rest.dropFirst(chunk.count)
            case .failed(let error):
                guard backOff(after: error) else {
                    giveUp(rest)
                    return
                }
            }
        }
    }

    /// One transaction, again without each entry that is refused.
    private func attempt(_ chunk: ArraySlice<Queued>) -> Outcome {
        var refused: Set<Int> = []
        while true {
            do {
                try shared.store.writeBlocking(patience: shared.settings.attemptPatience) { database in
                    try store(chunk, except: refused, in: database)
                }
                return .committed(refused: refused.count)
            } catch let refusal as Refusal {
                // The commit that seemed to fail before did not: the whole transaction is there.
                if failures > 0, refusal.error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY {
                    return .committed(refused: 0)
                }
                refused.insert(refusal.index)
                shared.logger.error(
                    "the journal's database refuses an entry for good; it is dropped",
                    metadata: [
                        "journal": "\(shared.name)", "sqlite": "\(refusal.error.extendedResultCode.rawValue)",
                    ])
            } catch {
                return .failed(error)
            }
        }
    }

    private func store(_ chunk: ArraySlice<Queued>, except refused: Set<Int>, in database: Database) throws {
        if failures > 0 || !refused.isEmpty { prepared = nil }
        let prepared = try prepared ?? Prepared(shared.prepare(database))
        self.prepared = prepared
        for index in chunk.indices where !refused.contains(index) {
            guard let id = chunk[index].id else { continue }
            do {
                try prepared.sink(chunk[index].entry, id)
            } catch let error as DatabaseError where error.isRefusal {
                throw Refusal(index: index, error: error)
            }
        }
        for table in shared.tables { try database.notifyChanges(in: Table(table)) }
    }

    private func settle(
        _ entries: ArraySlice<Queued>, stored: Int, dropped: Int, for reason: JournalLedger.Drop
    ) {
        let bytes = entries.reduce(0) { $0 + $1.bytes }
        let (callers, flushes, pending) = shared.state.withLock { state in
            let (callers, flushes) = state.settle(
                stored: stored, dropped: dropped, for: reason, bytes: bytes, settings: shared.settings)
            return (callers, flushes, state.ledger.pending)
        }
        for caller in callers { caller.resume() }
        for flush in flushes { flush.resume(returning: reason == .refused) }
        storedCounter.increment(by: stored)
        droppedCounter.increment(by: dropped)
        pendingGauge.record(pending)
    }
}

// MARK: - Trouble

extension JournalWriter {
    /// Waits before the next attempt.
    ///
    /// - Returns: False when closing has lost its patience.
    private func backOff(after error: any Error) -> Bool {
        failures += 1
        if failures & (failures - 1) == 0 { report(error) }
        let deadline: ContinuousClock.Instant? = shared.state.withLock { state in
            if case .closing(let deadline) = state.phase { deadline } else { nil }
        }
        let pause = shared.settings.retry.pause(afterAttempt: failures)
        guard let deadline else {
            shared.bell.wait(atMost: pause)
            return true
        }
        let left = deadline - ContinuousClock.now
        guard left > .zero else { return false }
        shared.bell.wait(atMost: min(pause, left))
        return true
    }

    private func report(_ error: any Error) {
        let error = error as? StoreError
        shared.logger.error(
            "the journal cannot write; its entries are kept and tried again",
            metadata: [
                "journal": "\(shared.name)", "code": "\(error?.code.rawValue ?? "unforeseen")",
                "reason": "\(error?.description ?? "not a store's error")", "attempt": "\(failures)",
                "pending": "\(shared.ledger.pending)",
            ])
    }

    private func recover() {
        guard failures > 0 else { return }
        shared.logger.notice(
            "the journal writes again", metadata: ["journal": "\(shared.name)", "failures": "\(failures)"])
        failures = 0
    }

    private func reportDrops() {
        let dropped = shared.ledger.dropped[.full] ?? 0
        guard dropped > 2 * reportedDrops else { return }
        reportedDrops = dropped
        shared.logger.warning(
            "the journal's queue is full; entries are dropped",
            metadata: ["journal": "\(shared.name)", "dropped": "\(dropped)"])
    }

    private func giveUp(_ rest: ArraySlice<Queued>) {
        settle(rest, stored: 0, dropped: rest.count, for: .unwritten)
        let (callers, flushes) = shared.state.withLock { state in
            (state.abandon(), state.takeFlushes())
        }
        for caller in callers { caller.resume() }
        for flush in flushes { flush.resume(returning: false) }
        shared.logger.error(
            "the journal closes without having written all of its entries",
            metadata: ["journal": "\(shared.name)", "lost": "\(shared.ledger.dropped[.unwritten] ?? 0)"])
    }

    private func checkpoint(from pages: Int) {
        guard shared.store.walPages >= pages else { return }
        do {
            try shared.store.checkpointBlocking(patience: shared.settings.attemptPatience)
        } catch {
            // The next one may do: until then the log only grows.
            shared.logger.debug("a checkpoint has to wait", metadata: ["journal": "\(shared.name)"])
        }
    }

    private func stop() {
        checkpoint(from: checkpointWhenBusy)
        // Statements belong to the connection: they are released where it is used.
        shared.store.writer.writeWithoutTransaction { _ in prepared = nil }
        let (closers, flushes) = shared.state.withLock { state in
            state.phase = .closed
            defer { state.closers = [] }
            return (state.closers, state.takeFlushes())
        }
        for flush in flushes { flush.resume(returning: true) }
        for closer in closers { closer.resume() }
    }
}

extension DatabaseError {
    /// Whether trying again can never help: the row itself is wrong.
    fileprivate var isRefusal: Bool {
        switch resultCode {
        case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_RANGE: true
        default: false
        }
    }
}
