import IlkFiles
import Logging

/// The state of a journal's maintenance, such as indexing, which may lag behind the entries.
struct JournalMaintenance {
    /// The number of entries after which a step is due.
    static let entries = 2048
    /// The time after which a step is due.
    static let interval: Duration = .milliseconds(500)
    /// The time without entries after which the writer releases its statements.
    static let idleDelay: Duration = .seconds(1)
    /// The time limit for maintenance while the journal closes. The next journal on the file does the rest.
    static let closingPatience: Duration = .seconds(1)

    /// `true` if there may be work to do. It starts as `true`, because earlier processes may have left work.
    var isBehind = true
    /// The number of entries written since the last step.
    var waiting = 0
    var due = ContinuousClock.now
}

extension JournalWriter {
    /// Runs a maintenance step after a commit if a step is due.
    func maintainIfDue() {
        guard shared.upkeep != nil else { return }
        upkeep.isBehind = true
        guard upkeep.waiting >= JournalMaintenance.entries || upkeep.due <= .now else { return }
        stepUpkeep()
    }

    /// Waits for a signal, or runs pending maintenance, while there is nothing to write.
    func waitForWork() {
        guard shared.upkeep != nil, upkeep.isBehind else {
            if shared.wakeSignal.wait(atMost: JournalMaintenance.idleDelay) { return }
            // A logger that is rarely used keeps no statements.
            releaseStatements()
            return shared.wakeSignal.wait()
        }
        let now = ContinuousClock.now
        guard upkeep.due <= now else {
            shared.wakeSignal.wait(atMost: upkeep.due - now)
            return
        }
        stepUpkeep()
    }

    /// Runs pending maintenance before the thread ends, within a time limit.
    func finishMaintenance() {
        guard shared.upkeep != nil, upkeep.isBehind else { return }
        let deadline = ContinuousClock.now + JournalMaintenance.closingPatience
        while stepUpkeep(), ContinuousClock.now < deadline {}
    }

    /// Runs one step of maintenance.
    ///
    /// - Returns: `true` if there is more to do immediately.
    @discardableResult private func stepUpkeep() -> Bool {
        guard let step = shared.upkeep else { return false }
        upkeep.waiting = 0
        upkeep.due = .now + JournalMaintenance.interval
        do {
            upkeep.isBehind = try shared.store.writeBlocking(
                timeout: shared.settings.attemptTimeout, step)
            // The next step follows the next commit, or runs immediately if there is nothing to write.
            if upkeep.isBehind { upkeep.due = .now }
            return upkeep.isBehind
        } catch {
            // The entries are safe. The step is retried.
            shared.logger.debug("maintenance deferred", metadata: ["journal": "\(shared.name)"])
            return false
        }
    }
}
