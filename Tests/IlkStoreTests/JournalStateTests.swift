import TestSupport
import Testing

@testable import IlkStore

/// The queue and its counts without a thread, in random schedules with printed seeds.
@Suite struct JournalStateTests {
    @Test(arguments: JournalSettings.Overflow.allCases)
    func `counts balance and limits hold after every step`(
        overflow: JournalSettings.Overflow
    ) {
        for seed in UInt64(1)...200 { schedule(seed: seed, overflow: overflow) }
    }

    private func schedule(seed: UInt64, overflow: JournalSettings.Overflow) {
        var random = SeededGenerator(seed: seed)
        let settings = JournalSettings(
            maximumEntries: Int.random(in: 1...20, using: &random),
            maximumBytes: Int.random(in: 1...400, using: &random),
            maximumUncommitted: Int.random(in: 1...20, using: &random), overflow: overflow)
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
                if taken.isEmpty { taken = state.dequeueAll() }
                let refused = Int.random(in: 0...taken.count, using: &random)
                _ = state.settle(
                    .init(stored: taken.count - refused, dropped: [.refused: refused]),
                    bytes: taken.reduce(0) { $0 + $1.bytes }, settings: settings)
                taken = []
            }
            #expect(state.ledger.isBalanced, "seed \(seed), step \(step)")
            #expect(state.heldCount <= settings.writableLimit, "seed \(seed), step \(step)")
            #expect(
                state.bytes <= settings.maximumBytes || state.heldCount == 1, "seed \(seed), step \(step)")
            #expect(state.heldCount == state.ledger.pending, "seed \(seed), step \(step)")
        }
        #expect(overflow == .suspend || waiting == 0)
    }

    @Test func `uncommitted entries are limited for a stream but not for a service or during a stall`() {
        var settings = JournalSettings(maximumEntries: 50, maximumUncommitted: 8)
        func accepted(_ state: inout JournalState<Int>) -> Int {
            (0..<100).count { number in
                if case .queued = state.admit(number, bytes: 1, settings: settings) { true } else { false }
            }
        }
        var state = JournalState<Int>()
        #expect(accepted(&state) == 8 && settings.commitEntries == 4)
        #expect(state.stall(settings).isEmpty)
        #expect(accepted(&state) == 42)
        state.endStall()
        _ = state.settle(.init(stored: state.dequeueAll().count), bytes: 50, settings: settings)
        #expect(accepted(&state) == 8)
        settings.overflow = .drop
        state = JournalState()
        #expect(accepted(&state) == 50 && settings.commitEntries == 256)
    }

    @Test func `the age of the oldest uncommitted entry is known until the entry is decided`() async throws {
        let settings = JournalSettings()
        var state = JournalState<Int>()
        #expect(state.oldestUncommitted == nil)
        let before = ContinuousClock.now
        _ = state.admit(1, bytes: 1, settings: settings)
        let first = try #require(state.oldestUncommitted)
        #expect((before...ContinuousClock.now).contains(first))
        _ = state.dequeueAll()
        _ = state.admit(2, bytes: 1, settings: settings)
        #expect(state.oldestUncommitted == first)
        _ = state.settle(.init(stored: 1), bytes: 1, settings: settings)
        let second = try #require(state.oldestUncommitted)
        #expect(second >= first)
        _ = state.dequeueAll()
        _ = state.settle(.init(stored: 1), bytes: 1, settings: settings)
        #expect(state.oldestUncommitted == nil)
    }

    @Test func `later entries do not overtake a caller that waits for room`() async {
        let settings = JournalSettings(maximumEntries: 10, maximumBytes: 100)
        var state = JournalState<Int>()
        _ = state.admit(1, bytes: 90, settings: settings)
        await withUnsafeContinuation { caller in
            _ = state.suspend(2, bytes: 50, caller: caller, settings: settings)
            // It would fit, but it arrived later.
            if case .mustWait = state.admit(3, bytes: 5, settings: settings) {
            } else {
                Issue.record("overtaken")
            }
            #expect(state.dequeueAll().map(\.entry) == [1])
            for caller in state.settle(
                .init(stored: 1), bytes: 90, settings: settings
            ).callers { caller.resume() }
        }
        #expect(state.dequeueAll().map(\.entry) == [2])
    }

    @Test func `the first entry wakes a parked writer and a filling queue wakes a gathering one`() {
        let settings = JournalSettings(maximumEntries: 6, batchEntries: 3)
        var state = JournalState<Int>()
        func rings() -> Bool {
            if case .queued(let ring) = state.admit(1, bytes: 1, settings: settings) { ring } else { false }
        }
        state.writer = .parked
        #expect([rings(), rings()] == [true, false])
        _ = state.dequeueAll()
        state.writer = .gathering
        #expect([rings(), rings(), rings(), rings()] == [false, false, true, false])
    }

    @Test func `a gathering writer polls for a full commit and is woken before the queue is full`() {
        var state = JournalState<Int>()
        func rings(_ settings: JournalSettings, bytes: Int = 1) -> Bool {
            let admission = state.admit(1, bytes: bytes, settings: settings)
            return if case .queued(let ring) = admission { ring } else { false }
        }
        let wide = JournalSettings(batchEntries: 2)
        state.writer = .gathering
        for _ in 0..<31 { #expect(!rings(wide)) }
        #expect(rings(wide))
        _ = state.dequeueAll()
        state.writer = .gathering
        let narrow = JournalSettings(maximumBytes: 1000)
        state = JournalState()
        state.writer = .gathering
        #expect([rings(narrow, bytes: 499), rings(narrow)] == [false, true])
    }
}
