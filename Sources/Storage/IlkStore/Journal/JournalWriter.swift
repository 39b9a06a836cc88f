import GRDB
import IlkFiles
import IlkVocabulary
import Logging
import Synchronization

/// The loop of a journal's thread: park, gather, write.
///
/// The writer parks (waits for a signal) when there is nothing to do, and the first entry wakes it. The
/// writer then gathers: it waits for more entries, so that frequent callers need not wake it. Finally it
/// writes the queued entries, one commit at a time.
///
/// Only the journal's thread uses the writer.
final class JournalWriter<Entry: Sendable> {
    typealias Queued = JournalState<Entry>.Queued

    /// The numbers of pages in the write-ahead log from which a checkpoint is made, while the writer is idle
    /// and while it is busy.
    private let checkpointWhenIdle = 256
    private let checkpointWhenBusy = 4096
    /// The interval at which the writer polls the queue while it waits for more entries.
    private let pollInterval = Duration.milliseconds(2)
    /// The number of pages (64 MiB) from which a warning is logged if they remain in the write-ahead log
    /// after a checkpoint.
    private let warningPages = 16_384

    let shared: JournalCore<Entry>
    /// Statements of the writing connection; `nil` after a failure.
    var prepared: JournalStatements<Entry>?
    /// The outcomes of this run in the database, as of the last commit that is known to have succeeded.
    var decided = JournalRun.Decided()
    /// The number of failed attempts since the last successful one.
    var failures = 0
    /// The time of the first failure that ``failures`` counts.
    var failingSince = ContinuousClock.Instant.now
    var dequeued: [Queued] = []
    /// The ledger slot of the run, until it ends.
    private(set) var slot: LedgerSlot?
    private var didSyncFail = false
    private var reportedDrops = 0
    private var reportedPages = 0
    var metrics: JournalMetrics
    var upkeep = JournalMaintenance()

    init(shared: JournalCore<Entry>) {
        self.shared = shared
        slot = shared.state.withLock { $0.slot }
        metrics = JournalMetrics(journal: shared.name)
    }

    func run() {
        var gathered = false
        while true {
            switch nextStep(gathered: gathered) {
            case .gather:
                gather()
                gathered = true
            case .sync:
                sync()
            case .park:
                _ = shared.state.withLock { $0.releaseBuffers() }
                checkpoint(from: checkpointWhenIdle)
                metrics.report(shared.ledger)
                waitForWork()
                gathered = false
            case .write:
                write()
                maintainIfDue()
                checkpoint(from: checkpointWhenBusy)
                reportDrops()
                reportGrowth()
                metrics.report(shared.ledger)
                didSyncFail = false
                gathered = false
            case .stop:
                stop()
                return
            }
        }
    }

    /// Waits for more entries until a commit is full, a caller wakes the writer, or the grouping time has
    /// passed.
    ///
    /// The writer polls the queue's length itself, because waking the writer is expensive for a caller.
    private func gather() {
        let end = ContinuousClock.now + shared.settings.groupingDelay
        while !shared.wakeSignal.wait(atMost: min(pollInterval, end - .now)), .now < end {
            if shared.state.withLock({ $0.queue.count }) >= shared.settings.commitEntries { return }
        }
    }

    private enum Step {
        case gather, park, sync, write, stop
    }

    private func nextStep(gathered: Bool) -> Step {
        shared.state.withLock { state in
            state.writer = .awake
            // After a failed sync, entries go first, because the next sync may fail too.
            if state.needsSync, !didSyncFail || state.queue.isEmpty { return .sync }
            if state.queue.isEmpty {
                if state.isClosing { return .stop }
                state.writer = gathered ? .parked : .gathering
                return gathered ? .park : .gather
            }
            let full = state.queue.count >= shared.settings.commitEntries || !state.suspended.isEmpty
            if gathered || full || state.isFlushing || state.isClosing {
                dequeued = state.dequeueAll()
                return .write
            }
            state.writer = .gathering
            return .gather
        }
    }
}

// MARK: - Syncing, checkpoints, closing

extension JournalWriter {
    private func sync() {
        let settled = shared.state.withLock { $0.settled }
        do {
            try shared.store.syncBlocking(timeout: shared.settings.attemptTimeout)
            didSyncFail = false
            recover()
            for flush in shared.state.withLock({ $0.markSynced(upTo: settled) }) {
                flush.resume(returning: .reached)
            }
        } catch {
            didSyncFail = true
            guard shared.state.withLock({ $0.queue.isEmpty }) else {
                // No pause, because entries wait to be written.
                countFailure(error)
                return
            }
            if !backOff(after: error) { abandonPending([]) }
        }
    }

    private func reportDrops() {
        let dropped = shared.ledger.dropped[.full] ?? 0
        guard dropped > 2 * reportedDrops else { return }
        reportedDrops = dropped
        shared.logger.warning(
            "the journal's queue is full; entries are dropped",
            metadata: ["journal": "\(shared.name)", "dropped": "\(dropped)"])
    }

    /// Logs a warning if the write-ahead log is large, and again after each doubling. The log grows if a
    /// reader still needs its frames, because such frames cannot be checkpointed.
    private func reportGrowth() {
        let pages = shared.store.walPages
        if pages < checkpointWhenBusy { reportedPages = 0 }
        guard pages >= max(warningPages, 2 * reportedPages) else { return }
        reportedPages = pages
        shared.logger.warning(
            "the write-ahead log grows because a program is still reading an older state of the file",
            metadata: ["journal": "\(shared.name)", "pages": "\(pages)"])
    }

    private func checkpoint(from pages: Int) {
        guard shared.store.walPages >= pages else { return }
        do {
            try shared.store.checkpointBlocking(timeout: shared.settings.attemptTimeout)
        } catch {
            // The next checkpoint may succeed. Until then the log only grows.
            shared.logger.debug("checkpoint deferred", metadata: ["journal": "\(shared.name)"])
            if (error as? StoreError)?.code == .io { reopen() }
        }
    }

    /// Releases the prepared statements, which must be done while accessing their connection.
    func releaseStatements() {
        guard prepared != nil else { return }
        shared.store.writer.writeWithoutTransaction { _ in prepared = nil }
    }

    private func stop() {
        finishMaintenance()
        checkpoint(from: checkpointWhenBusy)
        releaseStatements()
        metrics.report(shared.ledger)
        slot = nil
        _ = shared.state.withLock { $0.releaseBuffers() }
        let (closers, flushes) = shared.state.withLock { state in
            state.phase = .closed
            state.endRun()
            defer { state.closers = [] }
            return (state.closers, state.removeFlushes())
        }
        for flush in flushes { flush.resume(returning: .failed) }
        for closer in closers { closer.resume() }
    }
}
