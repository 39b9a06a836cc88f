import GRDB
import IlkFiles
import IlkVocabulary
import Logging
import Synchronization

// Handling of an unwritable database.

extension JournalWriter {
    /// Waits before the next attempt.
    ///
    /// - Returns: `false` if the time limit for closing has passed.
    func backOff(after error: any Error) -> Bool {
        countFailure(error)
        let deadline: ContinuousClock.Instant? = shared.state.withLock { state in
            // While some attempts succeed, the time limit for closing moves on.
            if case .closing(let deadline) = state.phase {
                max(deadline, failingSince + shared.settings.closingTimeout)
            } else {
                nil
            }
        }
        let pause = min(shared.settings.retry.pause(afterAttempt: failures), stallIfDue(error))
        // The counts change even while nothing is committed.
        metrics.report(shared.ledger)
        guard let deadline else {
            shared.wakeSignal.wait(atMost: pause)
            return true
        }
        let left = deadline - ContinuousClock.now
        guard left > .zero else { return false }
        shared.wakeSignal.wait(atMost: min(pause, left))
        return true
    }

    /// Stops suspending callers if the database has been unwritable for ``JournalSettings/stallTimeout``.
    ///
    /// - Returns: The time until the timeout has passed, or a day if the timeout does not apply.
    private func stallIfDue(_ error: any Error) -> Duration {
        guard shared.settings.uncommittedLimit != nil, !shared.state.withLock({ $0.isStalled }) else {
            return .seconds(86_400)
        }
        let left = failingSince + shared.settings.stallTimeout - ContinuousClock.now
        guard left <= .zero else { return left }
        let callers = shared.state.withLock { $0.stall(shared.settings) }
        shared.settings.onStall?(error)
        for caller in callers { caller.resume() }
        return .seconds(86_400)
    }

    /// Counts a failure, reports the first, second, fourth, eighth failure and so on, and reopens the file if
    /// that may help.
    func countFailure(_ error: any Error) {
        if failures == 0 { failingSince = .now }
        failures += 1
        if (error as? StoreError)?.code == .io { reopen() }
        if failures & (failures - 1) == 0 { report(error) }
    }

    /// Reopens the file. After a failed sync or another disk error, SQLite's in-memory state may differ from
    /// the file.
    func reopen() {
        releaseStatements()
        do {
            try shared.store.reopenBlocking()
        } catch {
            // The next attempt fails and reports the reason.
            shared.logger.debug("the file cannot be reopened", metadata: ["journal": "\(shared.name)"])
        }
    }

    private func report(_ error: any Error) {
        let error = error as? StoreError
        shared.logger.error(
            "the journal cannot write; its entries are kept and retried",
            metadata: [
                "journal": "\(shared.name)", "code": "\(error?.code.rawValue ?? "unknown")",
                "reason": "\(error?.description ?? "not a store error")", "attempt": "\(failures)",
                "pending": "\(shared.ledger.pending)",
            ])
    }

    func recover() {
        guard failures > 0 else { return }
        shared.logger.notice(
            "the journal writes again", metadata: ["journal": "\(shared.name)", "failures": "\(failures)"])
        failures = 0
        shared.state.withLock { $0.endStall() }
    }

    func abandonPending(_ rest: ArraySlice<Queued>) {
        if !rest.isEmpty { settle(rest, .init(dropped: [.unwritten: rest.count])) }
        let (callers, flushes) = shared.state.withLock { state in
            (state.abandon(), state.removeFlushes())
        }
        for caller in callers { caller.resume() }
        for flush in flushes { flush.resume(returning: .failed) }
        shared.logger.error(
            "the journal closes with unwritten entries",
            metadata: ["journal": "\(shared.name)", "lost": "\(shared.ledger.dropped[.unwritten] ?? 0)"])
    }
}
