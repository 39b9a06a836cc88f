import FoundationEssentials
import IlkVocabulary
import Synchronization

/// The clocks that syncing goes by. Another one than the system's makes hours pass in a moment.
public protocol SyncClock: Sendable {
    /// A clock that only goes forward, in milliseconds; it means nothing to other processes.
    var monotonic: UInt64 { get }
    /// The wall clock, in milliseconds since 1970.
    var wall: Int64 { get }
    /// Waits until the monotonic clock says so.
    ///
    /// - Throws: `CancellationError`.
    func sleep(until moment: UInt64) async throws
}

/// The clocks of the system.
public struct SystemSyncClock: SyncClock {
    private let start = ContinuousClock.now

    /// Begins at 0.
    public init() {}

    /// Milliseconds since the clock was made.
    public var monotonic: UInt64 { UInt64(saturating: (ContinuousClock.now - start) / .milliseconds(1)) }

    /// The wall clock.
    public var wall: Int64 { Int64(saturating: Date.now.timeIntervalSince1970 * 1000) }

    /// Sleeps.
    public func sleep(until moment: UInt64) async throws {
        try await ContinuousClock().sleep(until: start + .milliseconds(Int64(clamping: moment)))
    }
}
