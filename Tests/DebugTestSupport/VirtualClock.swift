#if DEBUG
    import Foundation
    package import IlkDebug
    import Synchronization

    /// A clock that tests advance, or a clock that advances itself to the end of each sleep.
    package final class VirtualClock: Sendable {
        private struct Sleeper {
            var end: Duration
            var number: Int
            var continuation: CheckedContinuation<Void, any Error>
        }
        private struct State {
            var now: Duration = .zero
            var date = Date(timeIntervalSince1970: 1_790_000_000)
            var number = 0
            var sleepers: [Sleeper] = []
            var canceled: Set<Int> = []
        }

        private let state = Mutex(State())
        private let runsFreely: Bool

        /// Creates a clock. If `runsFreely` is `true`, it advances to the end of each sleep at once.
        package init(runsFreely: Bool = false) { self.runsFreely = runsFreely }

        package var now: Duration { state.withLock { $0.now } }

        package var sleepers: Int { state.withLock { $0.sleepers.count } }

        /// Advances the clock and ends the sleeps that are due.
        package func advance(by duration: Duration) {
            let due = state.withLock { state in
                state.now += duration
                let due = state.sleepers.filter { $0.end <= state.now }.sorted {
                    ($0.end, $0.number) < ($1.end, $1.number)
                }
                state.sleepers.removeAll { $0.end <= state.now }
                return due
            }
            for sleeper in due { sleeper.continuation.resume() }
        }

        /// Changes the wall clock only.
        package func jump(by seconds: Double) { state.withLock { $0.date.addTimeInterval(seconds) } }

        package var clock: DebugClock {
            DebugClock(
                now: { self.now }, sleep: { try await self.sleep($0) },
                date: { self.state.withLock { $0.date.addingTimeInterval($0.now / .seconds(1)) } })
        }

        private func sleep(_ duration: Duration) async throws {
            if runsFreely {
                // Deadlines are not skipped, because the requests that they limit always end.
                guard duration != DebugLogShipper.requestTimeout else {
                    return try await Task.sleep(for: .seconds(3600))
                }
                state.withLock { $0.now += duration }
                return await Task.yield()
            }
            let number = state.withLock { state in
                state.number += 1
                return state.number
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let isOver: Bool? = state.withLock { state in
                        if state.canceled.remove(number) != nil { return false }
                        if duration <= .zero { return true }
                        state.sleepers.append(
                            Sleeper(end: state.now + duration, number: number, continuation: continuation))
                        return nil
                    }
                    if isOver == true { continuation.resume() }
                    if isOver == false { continuation.resume(throwing: CancellationError()) }
                }
            } onCancel: {
                let sleeper = state.withLock { state in
                    guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
                        state.canceled.insert(number)
                        return nil as Sleeper?
                    }
                    return state.sleepers.remove(at: place)
                }
                sleeper?.continuation.resume(throwing: CancellationError())
            }
        }
    }
#endif
