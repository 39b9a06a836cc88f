import TestSupport
import Testing

@testable import IlkStore

/// The queue and its accounts without a thread: random schedules from printed seeds.
@Suite struct JournalStateTests {
    @Test(arguments: JournalSettings.Overflow.allCases)
    func `accounts balance and bounds hold after every step`(
        overflow: JournalSettings.Overflow
    ) {
        for seed in UInt64(1)...200 { schedule(seed: seed, overflow: overflow) }
    }

    private func schedule(seed: UInt64, overflow: JournalSettings.Overflow) {
        var random = SeededGenerator(seed: seed)
        let settings = JournalSettings(
            maximumEntries: Int.random(in: 1...20, using: &random),
            maximumBytes: Int.random(in: 1...400, using: &random), overflow: overflow)
        var state = JournalState<Int>()
        var taken: [JournalState<Int>.Queued] = []
        var waiting = 0
        for step in 0..<300 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let size = Int.random(in: 1...60, using: &random)
                if case .mustWait = state.admit(step, bytes: size, settings: settings) { waiting += 1 }
            case 2:
                state.skip(.empty)
            default:
                if taken.isEmpty { taken = state.take() }
                let refused = Int.random(in: 0...taken.count, using: &random)
                _ = state.settle(
                    .init(stored: taken.count - refused, dropped: [.refused: refused]),
                    bytes: taken.reduce(0) { $0 + $1.bytes }, settings: settings)
                taken = []
            }
            #expect(state.ledger.isBalanced, "seed \(seed), step \(step)")
            #expect(state.held <= settings.maximumEntries, "seed \(seed), step \(step)")
            #expect(state.bytes <= settings.maximumBytes || state.held == 1, "seed \(seed), step \(step)")
            #expect(state.held == state.ledger.pending, "seed \(seed), step \(step)")
        }
        #expect(overflow == .suspend || waiting == 0)
    }

    @Test func `nobody overtakes who waits for room`() async {
        let settings = JournalSettings(maximumEntries: 10, maximumBytes: 100)
        var state = JournalState<Int>()
        _ = state.admit(1, bytes: 90, settings: settings)
        await withUnsafeContinuation { caller in
            _ = state.suspend(2, bytes: 50, caller: caller, settings: settings)
            // It would fit, but it came later.
            if case .mustWait = state.admit(3, bytes: 5, settings: settings) {
            } else {
                Issue.record("overtaken")
            }
            #expect(state.take().map(\.entry) == [1])
            for caller in state.settle(
                .init(stored: 1), bytes: 90, settings: settings
            ).callers { caller.resume() }
        }
        #expect(state.take().map(\.entry) == [2])
    }

    @Test func `a parked writer is rung by the first entry, a gathering one by a queue that may fill up`() {
        let settings = JournalSettings(maximumEntries: 6, batchEntries: 3)
        var state = JournalState<Int>()
        func rings() -> Bool {
            if case .queued(let ring) = state.admit(1, bytes: 1, settings: settings) { ring } else { false }
        }
        state.writer = .parked
        #expect([rings(), rings()] == [true, false])
        _ = state.take()
        state.writer = .gathering
        #expect([rings(), rings(), rings(), rings()] == [false, false, true, false])
    }

    @Test func `a gathering writer looks for a full commit itself, and is rung before the room ends`() {
        var state = JournalState<Int>()
        func rings(_ settings: JournalSettings, bytes: Int = 1) -> Bool {
            let admission = state.admit(1, bytes: bytes, settings: settings)
            return if case .queued(let ring) = admission { ring } else { false }
        }
        let wide = JournalSettings(batchEntries: 2)
        state.writer = .gathering
        for _ in 0..<31 { #expect(!rings(wide)) }
        #expect(rings(wide))
        _ = state.take()
        state.writer = .gathering
        let narrow = JournalSettings(maximumBytes: 1000)
        state = JournalState()
        state.writer = .gathering
        #expect([rings(narrow, bytes: 499), rings(narrow)] == [false, true])
    }
}
