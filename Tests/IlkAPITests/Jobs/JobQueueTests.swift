import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary
import Synchronization
import Testing

@testable import IlkAPI

@Suite("job queue") struct JobQueueTests {
    private let store: ServiceStore
    private let queue: JobQueue

    init() async throws {
        store = try ServiceStore.open(.memory)
        queue = try #require(try await JobQueue(store))
    }

    private func add(_ name: String, work: @escaping JobQueue.Work) async throws -> ServiceJob {
        try await queue.add("test", parameters: "{}", by: .token(name), work: work)
    }

    /// Waits until a job is over.
    private func end(of job: ServiceJob) async throws -> ServiceJob {
        for await _ in try await queue.signals(of: job.id, every: .seconds(3600)) {
            if let now = try await queue.job(job.id), now.isOver { return now }
        }
        return try #require(try await queue.job(job.id))
    }

    @Test func `jobs run one after another in their order`() async throws {
        let order = Mutex<[String]>([])
        let gate = Gate()
        var jobs: [ServiceJob] = []
        for name in ["a", "b", "c"] {
            jobs.append(
                try await add(name) { _ in
                    order.withLock { $0.append("begin \(name)") }
                    await gate.pass()
                    order.withLock { $0.append("end \(name)") }
                    return Array("{}".utf8)
                })
        }
        gate.open()
        let last = try await end(of: jobs[2])
        #expect(last.state == .succeeded && last.result == "{}")
        #expect(order.withLock { $0 } == ["a", "b", "c"].flatMap { ["begin \($0)", "end \($0)"] })
        #expect(try await store.job(jobs[0].id)?.state == .succeeded)
    }

    @Test func `progress is visible while the job runs, and stays with its end`() async throws {
        let (begun, gate) = (Gate(), Gate())
        let job = try await add("a") { progress in
            try progress.report("counting", 0.254)
            begun.open()
            await gate.pass()
            return Array("{}".utf8)
        }
        await begun.pass()
        for await _ in try await queue.signals(of: job.id, every: .seconds(3600)) {
            if try await queue.job(job.id)?.phase != nil { break }
        }
        let now = try #require(try await queue.job(job.id))
        #expect(now.state == .running && now.phase == "counting" && now.fraction == 0.25)
        gate.open()
        let over = try await end(of: job)
        #expect(over.phase == "counting" && over.changes > now.changes && over.ended != nil)
    }

    @Test func `a job that throws is failed, with the description of known errors only`() async throws {
        struct Unforeseen: Error {}
        let known = try await add("a") { _ in throw IlkError(.badData, "there are no texts") }
        #expect(try await end(of: known).error == "there are no texts")
        let unknown = try await add("b") { _ in throw Unforeseen() }
        let failed = try await end(of: unknown)
        #expect(failed.state == .failed && failed.error == "the server failed; see the server's log")
    }

    @Test func `a waiting job is canceled at once, and the running one at its next report`() async throws {
        let begun = Gate()
        let running = try await add("a") { progress in
            begun.open()
            while true {
                try progress.report("working")
                await Task.yield()
            }
        }
        let waiting = try await add("b") { _ in Array("{}".utf8) }
        await begun.pass()
        #expect(try await queue.cancel(waiting.id)?.state == .canceled)
        #expect(try await queue.cancel(running.id)?.state == .running)
        #expect(try await end(of: running).state == .canceled)
        for job in [running, waiting] {
            await #expect(throws: Problem.self) { try await queue.cancel(job.id) }
        }
        #expect(try await queue.cancel(RecordID(high: 1, low: 2)) == nil)
    }

    @Test func `a job that completes in spite of its cancellation has succeeded`() async throws {
        let (begun, gate) = (Gate(), Gate())
        let job = try await add("a") { _ in
            begun.open()
            await gate.pass()
            return Array(#"{"version":"1.0.0"}"#.utf8)
        }
        await begun.pass()
        _ = try await queue.cancel(job.id)
        gate.open()
        #expect(try await end(of: job).state == .succeeded)
    }

    @Test func `sixteen jobs and 64 MiB wait at most`() async throws {
        let gate = Gate()
        _ = try await add("running") { _ in
            await gate.pass()
            return []
        }
        let large = try await queue.add(
            "test", parameters: "{}", by: .token("large"), bytes: JobQueue.maximumInput
        ) { _ in [] }
        let full = await #expect(throws: Problem.self) {
            try await queue.add("test", parameters: "{}", by: .token("b"), bytes: 1) { _ in [] }
        }
        #expect(full?.type == .queueFull)
        _ = try await queue.cancel(large.id)
        for number in 0..<JobQueue.maximumWaiting { _ = try await add("\(number)") { _ in [] } }
        let many = await #expect(throws: Problem.self) { try await add("more") { _ in [] } }
        #expect(many?.type == .queueFull)
        gate.open()
        await queue.close()
    }

    @Test func `closing cancels all jobs and refuses new ones`() async throws {
        let begun = Gate()
        let running = try await add("a") { progress in
            begun.open()
            while true {
                try progress.report("working")
                await Task.yield()
            }
        }
        let waiting = try await add("b") { _ in [] }
        await begun.pass()
        await queue.close()
        for job in [running, waiting] {
            #expect(try await store.job(job.id)?.state == .canceled)
            for await _ in try await queue.signals(of: job.id, every: .seconds(3600)) {}
        }
        await #expect(throws: Problem.self) { try await add("c") { _ in [] } }
    }
}
