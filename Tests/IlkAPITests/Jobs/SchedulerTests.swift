import Foundation
import IlkStore
import IlkSync
import IlkSyncStore
import IlkVocabulary
import Synchronization
import Testing

@testable import IlkAPI

@Suite("schedules") struct SchedulerTests {
    /// A clock that advances only while a schedule waits.
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        var now: Date { time.withLock { $0 } }
        func pause(_ wait: Duration) { time.withLock { $0 += wait / .seconds(1) } }
    }

    private let clock = Clock()
    private let store: ServiceStore

    init() throws {
        let clock = clock
        store = try ServiceStore.open(.memory) { clock.now }
    }

    /// Runs schedules until they have run a number of times.
    private func run(_ schedules: [JobSchedule], _ count: Int, _ runs: Runs) async throws -> Scheduler {
        let clock = clock
        let scheduler = Scheduler(store, schedules) { wait in
            if runs.all.count >= count {
                runs.done.open()
                await Gate().pass()
            }
            clock.pause(wait)
        }
        try await scheduler.start()
        await runs.done.pass()
        return scheduler
    }

    /// The times of runs.
    private final class Runs: Sendable {
        private let times = Mutex<[TimeInterval]>([])
        let done = Gate()
        var all: [TimeInterval] { times.withLock { $0 } }
        func add(_ time: TimeInterval) { times.withLock { $0.append(time) } }
    }

    private func schedule(
        _ runs: Runs, every: Int?, atStart: Bool, retry: JobSchedule.Retry? = nil,
        work: @escaping @Sendable () throws -> String = { "done" }
    ) -> JobSchedule {
        let clock = clock
        return JobSchedule("test", "Test", every: every, runsAtStart: atStart, retry: retry) {
            runs.add(clock.now.timeIntervalSince(clock.start).rounded())
            return try work()
        }
    }

    @Test(arguments: [(true, [0, 60, 120]), (false, [60, 120, 180])] as [(Bool, [TimeInterval])])
    func `work runs at its times`(atStart: Bool, expected: [TimeInterval]) async throws {
        let runs = Runs()
        let scheduler = try await run([schedule(runs, every: 60, atStart: atStart)], 3, runs)
        let states = await scheduler.states()
        #expect(runs.all == expected)
        #expect(states.first?.lastRun?.outcome == .success("done"))
        #expect(try await store.scheduleRuns()["test"]?.outcome == .success("done"))
        let next = try #require(states.first?.nextRun)
        #expect(next.timeIntervalSince(clock.start).rounded() == (expected.last ?? 0) + 60)
        await scheduler.stop()
    }

    @Test func `a run that was due while the server was stopped is made up for`() async throws {
        let run = ServiceStore.ScheduleRun(
            started: clock.start - 100, ended: clock.start - 99, outcome: .success(""))
        try await store.keep(run, of: "test")
        for (every, expected) in [(60, 0), (150, 50)] as [(Int, TimeInterval)] {
            let runs = Runs()
            try await store.keep(run, of: "test")
            let before = clock.now.timeIntervalSince(clock.start)
            let scheduler = try await self.run([schedule(runs, every: every, atStart: false)], 1, runs)
            #expect(runs.all == [max(before.rounded(), expected)])
            await scheduler.stop()
        }
    }

    @Test func `work that fails is repeated at its next time`() async throws {
        let runs = Runs()
        let work = schedule(runs, every: 60, atStart: true) { throw IlkError(.tryLater, "locked") }
        let scheduler = try await run([work], 2, runs)
        #expect(runs.all == [0, 60])
        #expect(await scheduler.states().first?.lastRun?.outcome == .failure(.init("locked")))
        await scheduler.stop()
    }

    @Test func `failed work is repeated after growing pauses that end at its interval`() async throws {
        let runs = Runs()
        var backOff = BackOff()
        (backOff.first, backOff.longest) = (100_000, 3_600_000)
        let retry = JobSchedule.Retry(backOff) { true }
        let work = schedule(runs, every: 900, atStart: true, retry: retry) {
            throw IlkError(.tryLater, "locked")
        }
        let scheduler = try await run([work], 7, runs)
        let pauses = zip(runs.all.dropFirst(), runs.all).map { $0 - $1 }
        let expected: [ClosedRange<TimeInterval>] = [50...100, 100...200, 200...400, 400...800, 800...900]
        for (pause, range) in zip(pauses, expected + [900...900]) {
            #expect((range.lowerBound - 1...range.upperBound + 1).contains(pause), "\(pauses)")
        }
        await scheduler.stop()
    }

    @Test func `work that needs a server runs as soon as the server responds again`() async throws {
        let (runs, clock) = (Runs(), clock)
        var backOff = BackOff()
        (backOff.first, backOff.longest) = (600_000, 600_000)
        let isUp = { @Sendable in clock.now.timeIntervalSince(clock.start) > 95 }
        let work = schedule(runs, every: 3600, atStart: true, retry: .init(backOff) { isUp() }) {
            guard isUp() else { throw IlkError(.unavailable, "no response") }
            return "synced"
        }
        let scheduler = try await run([work], 2, runs)
        #expect(runs.all.first == 0)
        #expect(runs.all.last.map { (96...106).contains($0) } == true, "\(runs.all)")
        await scheduler.stop()
    }

    @Test func `work that is switched off does not run`() async throws {
        let (runs, other) = (Runs(), Runs())
        let scheduler = try await run(
            [schedule(other, every: nil, atStart: true), schedule(runs, every: 60, atStart: true)], 1, runs)
        let states = await scheduler.states()
        #expect(other.all.isEmpty && states.first?.nextRun == nil)
        await scheduler.stop()
    }
}
