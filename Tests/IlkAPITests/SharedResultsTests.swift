import Foundation
import IlkFiles
import SyncTestSupport
import Synchronization
import Testing

@testable import IlkAPI

@Suite("shared results") struct SharedResultsTests {
    private struct Failure: Error {}

    private static var threadName: String { Thread.current.name ?? "" }

    /// Counts the computations, which return their number.
    private final class Counter: Sendable {
        let count = Mutex(0)

        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test func `a result is computed once in its lifetime, and once more at its end`() async throws {
        let (clock, counter) = (ManualClock(), Counter())
        let results = SharedResults<String, Int>(lifetime: 1_000_000, clock: clock)
        #expect(try await results.value(for: "a") { counter.next() } == 1)
        clock.pass(999_999)
        #expect(try await results.value(for: "a") { counter.next() } == 1)
        #expect(try await results.value(for: "b") { counter.next() } == 2)
        clock.pass(1)
        let isAllowed = AsyncStream.makeStream(of: Void.self)
        let old = try await results.value(for: "a") {
            for await _ in isAllowed.stream {}
            return counter.next()
        }
        #expect(old == 1, "the request does not wait for the next result")
        #expect(try await results.value(for: "a") { counter.next() } == 1, "one computation at a time")
        isAllowed.continuation.finish()
        while try await results.value(for: "a", { counter.next() }) == 1 { await Task.yield() }
        #expect(try await results.value(for: "a") { counter.next() } == 3)
        clock.pass(2_000_000)
        #expect(try await results.value(for: "a") { counter.next() } == 4, "too old to be returned")
    }

    @Test func `results are renewed in the background, with the reads of the database`() async throws {
        let clock = ManualClock()
        let results = SharedResults<String, [String]>(lifetime: 1_000, clock: clock)
        let compute = { @Sendable in [Self.threadName, "\(BackgroundThread.isCurrent)"] }
        #expect(try await results.value(for: "a", compute).last == "false")
        clock.pass(1_000)
        while try await results.value(for: "a", compute).last == "false" { await Task.yield() }
        #expect(try await results.value(for: "a", compute) == ["background", "true"])
    }

    @Test func `an unused result is released after twice its lifetime`() async throws {
        let results = SharedResults<String, Counter>(lifetime: 10, clock: ManualClock())
        weak let result = try await results.value(for: "a") { Counter() }
        for _ in 0..<1_000 where result != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(result == nil)
    }

    @Test func `concurrent requests share a computation`() async throws {
        let (clock, counter) = (ManualClock(), Counter())
        let results = SharedResults<String, Int>(lifetime: 1_000_000, clock: clock)
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await results.value(for: "a") { counter.next() } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 1, count: 20))
    }

    @Test func `requests during a computation share the next one`() async throws {
        let (running, counter) = (AsyncStream.makeStream(of: Void.self), Counter())
        let mayEnd = AsyncStream.makeStream(of: Void.self)
        let results = SharedResults<String, Int>(lifetime: 1_000_000, clock: ManualClock())
        async let first = results.current(for: "a") {
            running.continuation.finish()
            for await _ in mayEnd.stream {}
            return counter.next()
        }
        for await _ in running.stream {}
        let asked = Counter()
        let others = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    _ = asked.next()
                    return try await results.current(for: "a") { counter.next() }
                }
            }
            while asked.count.withLock({ $0 }) < 20 { await Task.yield() }
            #expect(try await results.current(for: "b") { 0 } == 0, "another key does not wait")
            mayEnd.continuation.finish()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let value = try await first
        #expect(value == 1)
        // A request that came late may have started another computation.
        #expect(others.allSatisfy { $0 >= 2 } && Set(others).count < 20, "\(others)")
        #expect(try await results.current(for: "a") { 10 } == 10, "nothing is kept")
    }

    @Test func `a computation follows a failed one`() async throws {
        let (running, mayEnd) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let results = SharedResults<String, Int>(lifetime: 1_000_000, clock: ManualClock())
        let failed = Task {
            try await results.current(for: "a") {
                running.continuation.finish()
                for await _ in mayEnd.stream {}
                throw Failure()
            }
        }
        for await _ in running.stream {}
        async let next = results.current(for: "a") { 1 }
        mayEnd.continuation.finish()
        let value = try await next
        #expect(value == 1)
        await #expect(throws: Failure.self) { try await failed.value }
    }

    @Test func `a failed computation and a forgotten result are computed again`() async throws {
        let (clock, counter) = (ManualClock(), Counter())
        let results = SharedResults<String, Int>(lifetime: 1_000_000, clock: clock)
        await #expect(throws: Failure.self) { try await results.value(for: "a") { throw Failure() } }
        #expect(try await results.value(for: "a") { counter.next() } == 1)
        await results.forget("a")
        #expect(try await results.value(for: "a") { counter.next() } == 2)
    }
}
