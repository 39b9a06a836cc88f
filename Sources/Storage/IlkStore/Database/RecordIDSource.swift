public import FoundationEssentials
public import IlkVocabulary
import Synchronization

/// A thread-safe generator of a store's record ids, with its clock and its source of randomness.
public final class RecordIDSource: Sendable {
    private struct State {
        var generator = RecordIDGenerator()
        var random: any RandomNumberGenerator & Sendable
    }

    private let clock: @Sendable () -> Date
    private let state: Mutex<State>

    /// Creates a source of ids.
    ///
    /// - Parameters:
    ///   - clock: Returns the current time. Ids stay ascending even if the clock is set back.
    ///   - random: The source of the ids' random bits, or `nil` for the system's.
    public init(
        clock: @escaping @Sendable () -> Date = { Date() },
        random: (any RandomNumberGenerator & Sendable)? = nil
    ) {
        self.clock = clock
        state = Mutex(State(random: random ?? SplitMixGenerator()))
    }

    /// The current time by the source's clock.
    public var now: Date { clock() }

    /// Returns the next id. The ids of one source ascend.
    public func next() -> RecordID {
        let milliseconds = UInt64(saturating: clock().timeIntervalSince1970 * 1000)
        return state.withLock { state in
            state.generator.next(milliseconds: milliseconds, using: &state.random)
        }
    }
}
