import Logging

/// When a journal's writer last did what may lag behind, and what has come since.
struct JournalUpkeep {
    /// How many entries may come before the next step.
    static let entries = 2048
    /// How long a step may be put off.
    static let interval: Duration = .milliseconds(500)
    /// How long closing goes on with steps; what is left then is done by whoever opens the file next.
    static let closingPatience: Duration = .seconds(1)

    /// Whether there may be something to do: at first what others left.
    var isBehind = true
    /// How many entries were written since the last step.
    var waiting = 0
    /// When the next step is due.
    var due = ContinuousClock.now
}

extension JournalWriter {
    /// After a commit: a step when it is due.
    func keepUp() {
        guard shared.upkeep != nil else { return }
        upkeep.isBehind = true
        guard upkeep.waiting >= JournalUpkeep.entries || upkeep.due <= .now else { return }
        stepUpkeep()
    }

    /// With nothing to write: waits to be rung, and does meanwhile what is left to do.
    func rest() {
        guard shared.upkeep != nil, upkeep.isBehind else { return shared.bell.wait() }
        let now = ContinuousClock.now
        guard upkeep.due <= now else {
            shared.bell.wait(atMost: upkeep.due - now)
            return
        }
        stepUpkeep()
    }

    /// Before the end: what there is time for.
    func catchUp() {
        guard shared.upkeep != nil, upkeep.isBehind else { return }
        let deadline = ContinuousClock.now + JournalUpkeep.closingPatience
        while stepUpkeep(), ContinuousClock.now < deadline {}
    }

    /// - Returns: Whether there is more to do at once.
    @discardableResult private func stepUpkeep() -> Bool {
        guard let step = shared.upkeep else { return false }
        upkeep.waiting = 0
        upkeep.due = .now + JournalUpkeep.interval
        do {
            upkeep.isBehind = try shared.store.writeBlocking(
                patience: shared.settings.attemptPatience, step)
            // There is more: behind the next commit, or at once when nobody else wants to write.
            if upkeep.isBehind { upkeep.due = .now }
            return upkeep.isBehind
        } catch {
            // The entries are safe; the step is tried again.
            shared.logger.debug("upkeep has to wait", metadata: ["journal": "\(shared.name)"])
            return false
        }
    }
}
