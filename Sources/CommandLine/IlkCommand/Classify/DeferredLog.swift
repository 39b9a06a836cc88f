import Ilk
import IlkLog
import IlkStore
import Synchronization

/// A log that is opened in the background as soon as no other program has locked it. Until the log is open,
/// its entries are kept in memory.
final class DeferredLog: Sendable {
    struct Opened: Sendable {
        var store: ClassificationLogStore
        var logger: ClassificationLogger
    }

    private enum Phase {
        /// The log is not open yet.
        case opening
        /// The log is open, and the kept entries are being written.
        case draining(Opened)
        case open(Opened)
        case failed(any Error)
        /// The caller no longer waits for the log.
        case canceled
    }

    private struct State {
        var phase = Phase.opening
        var entries: [LogRequest] = []
        var bytes = 0
        /// The number of entries that were kept.
        var kept = 0
        /// The number of kept entries that were then logged.
        var drained = 0
        /// The caller that waits for the next phase.
        var waiter: CheckedContinuation<Void, Never>?

        mutating func removeWaiter() -> CheckedContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }
    }

    private let state = Mutex(State())
    private let maximumEntries: Int
    private let maximumBytes: Int

    /// Starts opening a log.
    ///
    /// - Parameters:
    ///   - settings: The limits on the kept entries.
    ///   - open: Opens the log. The call is repeated while it throws `StoreError` with `busy`.
    init(_ settings: JournalSettings, open: @escaping @Sendable () throws -> Opened) {
        maximumEntries = settings.maximumEntries
        maximumBytes = settings.maximumBytes
        Task.detached { await self.run(open) }
    }

    private func run(_ open: @Sendable () throws -> Opened) async {
        while true {
            do {
                let opened = try open()
                while let entries = next(opened) {
                    for entry in entries {
                        if case .canceled = state.withLock({ $0.phase }) { return }
                        await opened.logger.log(entry)
                        state.withLock { $0.drained += 1 }
                    }
                }
                return
            } catch let error as StoreError where error.code == .busy {
                if case .canceled = state.withLock({ $0.phase }) { return }
                try? await Task.sleep(for: .milliseconds(20))  // This detached task is never canceled.
            } catch {
                change(to: .failed(error))
                return
            }
        }
    }

    /// Returns the next kept entries, or `nil` if none are left. Later entries then go to the log directly.
    private func next(_ opened: Opened) -> [LogRequest]? {
        let (entries, waiter) = state.withLock {
            state -> ([LogRequest]?, CheckedContinuation<Void, Never>?) in
            if case .canceled = state.phase { return (nil, state.removeWaiter()) }
            guard !state.entries.isEmpty else {
                state.phase = .open(opened)
                return (nil, state.removeWaiter())
            }
            state.phase = .draining(opened)
            defer { (state.entries, state.bytes) = ([], 0) }
            return (state.entries, nil)
        }
        waiter?.resume()
        return entries
    }

    private func change(to phase: Phase) {
        state.withLock { state in
            state.phase = phase
            return state.removeWaiter()
        }?.resume()
    }

    /// Logs an entry, or keeps it in memory until the log is open. Suspends while the journal has a backlog
    /// or too many entries are kept.
    nonisolated(nonsending) func log(_ entry: LogRequest) async {
        while true {
            let (isKept, opened) = state.withLock { keep(entry, &$0) }
            if isKept { return }
            if let opened { return await opened.logger.log(entry) }
            await wait(until: .now + .seconds(3600))
        }
    }

    private func keep(_ entry: LogRequest, _ state: inout State) -> (isKept: Bool, opened: Opened?) {
        let size = entry.memory
        switch state.phase {
        case .open(let opened): return (false, opened)
        case .draining: return (false, nil)
        case .opening:
            let hasRoom = state.entries.count < maximumEntries && state.bytes + size <= maximumBytes
            guard state.entries.isEmpty || hasRoom else { return (false, nil) }
        // The entry cannot be logged, but is kept so that it is counted as lost.
        case .failed, .canceled: break
        }
        state.entries.append(entry)
        state.bytes += size
        state.kept += 1
        return (true, nil)
    }

    /// Waits until the log is open and the kept entries have been logged.
    ///
    /// - Parameter timeout: The wait ends if no kept entry was logged during this time.
    /// - Returns: The log, or `nil` if the wait ended earlier.
    /// - Throws: The error of opening the log. A locked log is not an error.
    nonisolated(nonsending) func opened(within timeout: Duration) async throws -> Opened? {
        var deadline = ContinuousClock.now + timeout
        var progress = 0
        while true {
            let (phase, drained) = state.withLock { ($0.phase, $0.drained) }
            switch phase {
            case .open(let opened): return opened
            case .failed(let error): throw error
            case .canceled: return nil
            case .opening, .draining:
                if drained > progress { (progress, deadline) = (drained, .now + timeout) }
                guard ContinuousClock.now < deadline else { return nil }
                await wait(until: deadline)
            }
        }
    }

    /// Waits for the next phase or a deadline.
    private nonisolated(nonsending) func wait(until deadline: ContinuousClock.Instant) async {
        let timer = Task.detached {
            do {
                try await Task.sleep(until: deadline)
            } catch {
                return
            }
            self.state.withLock { $0.removeWaiter() }?.resume()
        }
        defer { timer.cancel() }
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                switch state.phase {
                case .opening, .draining:
                    // The timer may have fired before the waiter was registered.
                    guard deadline > .now else { return true }
                    state.waiter = waiter
                    return false
                case .open, .failed, .canceled: return true
                }
            }
            if isOver { waiter.resume() }
        }
    }

    /// Stops opening the log and writing kept entries.
    ///
    /// - Returns: The number of kept entries that were not logged, and the log if kept entries are being
    ///   written to it.
    func abandon() -> (lost: Int, opened: Opened?) {
        state.withLock { state in
            defer { state.phase = .canceled }
            if case .draining(let opened) = state.phase { return (state.kept - state.drained, opened) }
            return (state.kept - state.drained, nil)
        }
    }
}
