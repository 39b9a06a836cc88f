public import FoundationEssentials
public import IlkVocabulary
import Synchronization

/// Where a store's record keys come from: one generator, shared behind a lock, with its clock and its random source.
public final class RecordIDSource: Sendable {
    private struct State {
        var generator = RecordIDGenerator()
        var random: any RandomNumberGenerator & Sendable
    }

    private let clock: @Sendable () -> Date
    private let state: Mutex<State>

    /// A source of keys.
    ///
    /// - Parameters:
    ///   - clock: The present time. Its steps back do no harm to the keys' order.
    ///   - random: Where the keys' random bits come from; nil is the system.
    public init(
        clock: @escaping @Sendable () -> Date = { Date() },
        random: (any RandomNumberGenerator & Sendable)? = nil
    ) {
        self.clock = clock
        state = Mutex(State(random: random ?? StretchedRandomness()))
    }

    /// The present time by the source's clock.
    public var now: Date { clock() }

    /// The next key; keys of one source ascend.
    public func next() -> RecordID {
        let milliseconds = UInt64(saturating: clock().timeIntervalSince1970 * 1000)
        return state.withLock { state in
            state.generator.next(milliseconds: milliseconds, using: &state.random)
        }
    }
}
