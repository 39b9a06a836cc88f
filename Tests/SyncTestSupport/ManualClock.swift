import IlkSyncStore
import Synchronization

/// A clock that tests advance. Sleeping returns immediately and advances the clock.
package final class ManualClock: SyncClock {
    private let now: Mutex<Int64>

    package init(_ now: Int64 = 1_800_000_000_000) { self.now = Mutex(now) }

    package var wall: Int64 { now.withLock { $0 } }
    package var monotonic: UInt64 { UInt64(max(0, wall)) }
    package func pass(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
    package func sleep(until moment: UInt64) async throws {
        try Task.checkCancellation()
        now.withLock { $0 = max($0, Int64(clamping: moment)) }
    }
}
