import IlkStore
import IlkSync
import Synchronization
import TestSupport

@testable import IlkSyncStore

/// A clock that stands until it is told to go.
final class StillClock: SyncClock {
    private let now: Mutex<Int64>

    init(_ now: Int64 = 1_800_000_000_000) { self.now = Mutex(now) }

    var wall: Int64 { now.withLock { $0 } }
    var monotonic: UInt64 { UInt64(max(0, wall)) }
    func pass(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
    func sleep(until moment: UInt64) async throws {
        try Task.checkCancellation()
        now.withLock { $0 = max($0, Int64(moment)) }
    }
}
