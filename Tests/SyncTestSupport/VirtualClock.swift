package import Foundation
import IlkSyncStore
import Synchronization

/// Clocks that tests advance. Sleeping returns immediately and advances the clocks.
package final class VirtualClock: SyncClock {
    package static let epoch: Int64 = 1_800_000_000_000
    private let time = Mutex<(monotonic: UInt64, skew: Int64)>((0, 0))

    package var monotonic: UInt64 { time.withLock { $0.monotonic } }
    package var wall: Int64 { time.withLock { Self.epoch + Int64($0.monotonic) + $0.skew } }
    /// The true time in seconds since 1970, independent of the devices' clocks. Monica uses it.
    package var truth: Double { time.withLock { Double(Self.epoch + Int64($0.monotonic)) / 1000 } }
    package var second: Int { Int(truth) }
    package var date: Date { Date(timeIntervalSince1970: Double(wall) / 1000) }

    package init() {}

    package func pass(_ milliseconds: UInt64) { time.withLock { $0.monotonic += milliseconds } }

    /// Sets the error of the devices' wall clock.
    package func setSkew(_ milliseconds: Int64) { time.withLock { $0.skew = milliseconds } }

    package func sleep(until moment: UInt64) async throws {
        try Task.checkCancellation()
        time.withLock { $0.monotonic = max($0.monotonic, moment) }
    }
}
