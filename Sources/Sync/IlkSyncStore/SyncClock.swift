import FoundationEssentials
import IlkVocabulary
import Synchronization

/// The clocks of a sync. Tests substitute a virtual clock.
public protocol SyncClock: Sendable {
    /// The time of a monotonic clock in milliseconds. The value is meaningful only within the process.
    var monotonic: UInt64 { get }
    /// The time of the wall clock in milliseconds since 1970.
    var wall: Int64 { get }
    /// Waits until the monotonic clock reaches a moment.
    ///
    /// - Parameter moment: A moment of ``monotonic``.
    /// - Throws: `CancellationError`.
    func sleep(until moment: UInt64) async throws
}

/// The system's clocks.
public struct SystemSyncClock: SyncClock {
    private let start = ContinuousClock.now

    /// Creates a clock whose monotonic time starts at 0.
    public init() {}

    /// The milliseconds since the clock was created.
    public var monotonic: UInt64 { UInt64(saturating: (ContinuousClock.now - start) / .milliseconds(1)) }

    /// The time of the wall clock in milliseconds since 1970.
    public var wall: Int64 { Int64(saturating: Date.now.timeIntervalSince1970 * 1000) }

    /// Waits until the monotonic clock reaches a moment.
    ///
    /// - Parameter moment: A moment of ``monotonic``.
    /// - Throws: `CancellationError`.
    public func sleep(until moment: UInt64) async throws {
        try await ContinuousClock().sleep(until: start + .milliseconds(Int64(clamping: moment)))
    }
}
