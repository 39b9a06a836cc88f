import Foundation
import StoreTestSupport
import Synchronization
import Testing

@testable import IlkStore

@Suite struct StoreLockTests {
    @Test func `two holders exclude each other, even in one process`() throws {
        let scratch = try Scratch()
        let first = try StoreLock(path: scratch.path("a.lock"))
        let second = try StoreLock(path: scratch.path("a.lock"))
        try first.withLock(timeout: .zero) {
            let error = #expect(throws: StoreError.self) {
                try second.withLock(timeout: .milliseconds(5)) {}
            }
            #expect(error?.code == .busy)
            #expect(error?.exitStatus == 75)
            #expect(error?.detail.contains("process \(ProcessInfo.processInfo.processIdentifier)") == true)
        }
        try second.withLock(timeout: .zero) {}
    }

    @Test func `the lock is released if the closure throws`() throws {
        struct Stumble: Error {}
        let scratch = try Scratch()
        let lock = try StoreLock(path: scratch.path("a.lock"))
        #expect(throws: Stumble.self) { try lock.withLock(timeout: .zero) { throw Stumble() } }
        try StoreLock(path: scratch.path("a.lock")).withLock(timeout: .zero) {}
    }

    @Test func `a waiting process is next, however often another one returns`() async throws {
        let scratch = try Scratch()
        let greedy = try StoreLock(path: scratch.path("a.lock"))
        let patient = try StoreLock(path: scratch.path("a.lock"))
        let served = Atomic(false)
        let waiter = Thread {
            do {
                try patient.withLock(timeout: .seconds(20)) { served.store(true, ordering: .releasing) }
            } catch {
                Issue.record("the waiter was not served: \(error)")
            }
        }
        waiter.start()
        var returns = 0
        while !served.load(ordering: .acquiring), returns < 10_000 {
            // Two milliseconds of work: the waiter tries several times while the lock is held.
            try greedy.withLock(timeout: .seconds(20)) { _ = usleep(2000) }
            returns += 1
        }
        print("served after \(returns) returns of the other")
        #expect(returns < 200)
    }

    @Test func `the lock of another process is waited for, then reported with its holder`() throws {
        let scratch = try Scratch()
        let path = scratch.path("a.lock")
        let holder = try Probe(["hold", path])
        #expect(try holder.line() == "held")
        let lock = try StoreLock(path: path)
        let error = #expect(throws: StoreError.self) { try lock.withLock(timeout: .milliseconds(20)) {} }
        #expect(error?.detail.contains("process \(holder.processID)") == true)
        // The kernel releases the lock of a killed holder.
        holder.kill()
        try lock.withLock(timeout: .seconds(5)) {}
    }

    @Test func `the lock file names the process and its program`() throws {
        let scratch = try Scratch()
        let lock = try StoreLock(path: scratch.path("a.lock"))
        #expect(lock.lastHolder == nil)
        let holder = try Probe(["hold", scratch.path("a.lock")])
        #expect(try holder.line() == "held")
        #expect(lock.lastHolder == LockHolder(process: holder.processID, program: "StoreProbe"))
        #expect(lock.lastHolder?.description == "process \(holder.processID) (StoreProbe)")
        _ = try holder.finish()
        // The line of an older version has no name.
        try Data("      4711\n".utf8).write(to: scratch.folder.appending(path: "b.lock"))
        #expect(try StoreLock(path: scratch.path("b.lock")).lastHolder?.description == "process 4711")
    }

    @Test func `a program that ignores the lock file is reported too`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        await numbers.journal.flush()
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        let error = await #expect(throws: StoreError.self) {
            try await numbers.store.write(timeout: .milliseconds(5)) { _ in }
        }
        #expect(error?.code == .busy)
        if FileManager.default.isReadableFile(atPath: "/proc/locks") {
            #expect(error?.detail.contains("process \(ProcessInfo.processInfo.processIdentifier) (") == true)
        }
        try outside.release()
        try await numbers.close()
    }

    @Test(
        arguments: [
            ("3: POSIX  ADVISORY  WRITE 4711 fd:01:131 120 120", 4711),
            ("3: POSIX  ADVISORY  WRITE 4711 fd:01:131 0 EOF", 4711),
            ("3: POSIX  ADVISORY  READ 4711 fd:01:131 120 120", nil),
            ("3: POSIX  ADVISORY  WRITE 4711 fd:01:132 120 120", nil),
            ("3: POSIX  ADVISORY  WRITE 4711 fd:01:131 121 121", nil),
            ("3: FLOCK  ADVISORY  WRITE 4711 fd:01:131 0 EOF", nil),
            ("3: -> POSIX  ADVISORY  WRITE 4711 fd:01:131 120 120", nil),
            ("", nil),
        ] as [(String, Int32?)]) func `a line of the lock table is parsed`(line: String, process: Int32?)
    {
        #expect(LockTable.writer(in: line, inode: 131) == process)
    }

    @Test(arguments: [
        (1, 10), (2, 20), (3, 40), (7, 640), (8, 1000), (9, 1000), (64, 1000), (1_000_000, 1000), (0, 10),
    ]) func `pauses double up to the maximum`(attempt: Int, milliseconds: Int) {
        #expect(RetrySchedule().pause(afterAttempt: attempt) == .milliseconds(milliseconds))
    }
}
