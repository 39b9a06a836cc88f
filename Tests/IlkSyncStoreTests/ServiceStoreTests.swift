import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Synchronization
import Testing

@testable import IlkSyncStore

@Suite("service store") struct ServiceStoreTests {
    /// A clock that tests set.
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        var now: Date { time.withLock { $0 } }
        func advance(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
    }

    private let scratch: Scratch
    private let clock = Clock()
    private let store: ServiceStore

    init() throws {
        scratch = try Scratch()
        store = try Self.open(scratch, clock)
    }

    private static func open(_ scratch: Scratch, _ clock: Clock) throws -> ServiceStore {
        try ServiceStore.open(.file(scratch.path("service.sqlite"))) { clock.now }
    }

    @Test func `a file without a fault passes the thorough check`() async throws {
        _ = try await store.addJob("train", parameters: "{}", by: .token("a"))
        #expect(try await store.fault(thorough: true) == nil)
        #expect(try await store.counts() == (jobs: 1, changes: 0))
    }

    // MARK: Jobs

    @Test func `a stored job is read unchanged`() async throws {
        var job = try await store.addJob("retrain", parameters: #"{"a":1}"#, by: .schedule("daily"))
        #expect(try await store.job(job.id) == job)
        (job.state, job.started, job.ended) = (.succeeded, clock.now, clock.now + 1)
        (job.phase, job.fraction, job.result, job.changes) = ("saving", 0.5, "{}", 9)
        try await store.update(job)
        #expect(try await store.job(job.id) == job)
        #expect(try await store.job(store.store.ids.next()) == nil)
    }

    @Test func `jobs are listed newest first, by state and by page`() async throws {
        var ids: [RecordID] = []
        for number in 0..<5 {
            var job = try await store.addJob("train", parameters: "{}", by: .token("\(number)"))
            ids.append(job.id)
            guard number < 2 else { continue }
            (job.state, job.ended) = (.canceled, clock.now)
            try await store.update(job)
        }
        #expect(try await store.jobs(limit: 9).map(\.id) == ids.reversed())
        #expect(try await store.jobs(in: .canceled, limit: 9).map(\.id) == [ids[1], ids[0]])
        #expect(try await store.jobs(before: ids[3], limit: 2).map(\.id) == [ids[2], ids[1]])
    }

    @Test func `jobs that were open when the process ended are failed, and their results stay`() async throws
    {
        var done = try await store.addJob("train", parameters: "{}", by: .token("a"))
        (done.state, done.ended, done.result) = (.succeeded, clock.now, #"{"version":"1.0.0"}"#)
        try await store.update(done)
        var running = try await store.addJob("train", parameters: "{}", by: .token("a"))
        (running.state, running.started) = (.running, clock.now)
        try await store.update(running)
        let queued = try await store.addJob("train", parameters: "{}", by: .token("a"))
        try store.close()
        let again = try Self.open(scratch, clock)
        let claim = try #require(try await again.claimJobs())
        defer { withExtendedLifetime(claim) {} }
        #expect(try await again.job(done.id) == done)
        let stopped = try #require(try await again.job(running.id))
        #expect(stopped.state == .failed && stopped.error == "the server stopped during the job")
        #expect(stopped.changes > running.changes && stopped.ended == clock.now)
        #expect(try await again.job(queued.id)?.error == "the server stopped before the job")
    }

    @Test func `one process at a time has the right to run jobs`() async throws {
        let other = try Self.open(scratch, clock)
        var claim = try await store.claimJobs()
        #expect(claim != nil)
        #expect(try await other.claimJobs() == nil)
        claim = nil
        #expect(try await other.claimJobs() != nil)
    }

    @Test func `the oldest jobs that ended are deleted`() async throws {
        let open = try await store.addJob("train", parameters: "{}", by: .token("a"))
        var first: RecordID?
        for _ in 0...ServiceStore.keptJobs {
            var job = try await store.addJob("train", parameters: "{}", by: .token("a"))
            first = first ?? job.id
            (job.state, job.ended) = (.canceled, clock.now)
            try await store.update(job)
        }
        _ = try await store.addJob("train", parameters: "{}", by: .token("a"))
        #expect(try await store.job(open.id) != nil)
        #expect(try await store.job(try #require(first)) == nil)
    }

    // MARK: Changes

    private func entry(_ token: String, status: Int = 200) -> AuditEntry {
        AuditEntry(
            time: clock.now, account: "home", token: token, method: "POST", route: "/v1/{x}",
            subject: "/v1/a",
            status: status, problem: status < 400 ? nil : "scope", correlation: "c")
    }

    @Test func `changes are selected by token and time, newest first`() async throws {
        for token in ["a", "b", "a", "a"] {
            try await store.record(entry(token, status: token == "b" ? 403 : 200))
            clock.advance(60)
        }
        #expect(try await store.audit(limit: 9).map(\.token) == ["a", "a", "b", "a"])
        #expect(try await store.audit(of: "b", limit: 9).map(\.problem) == ["scope"])
        let since = clock.now - 121
        #expect(try await store.audit(since: since, limit: 9).count == 2)
        #expect(try await store.audit(until: since, limit: 9).map(\.token) == ["b", "a"])
        let page = try await store.audit(limit: 2)
        #expect(try await store.audit(before: page.last?.id, limit: 2).map(\.token) == ["b", "a"])
    }

    @Test func `changes are kept for 400 days`() async throws {
        try await store.record(entry("old"))
        clock.advance(ServiceStore.auditTime - 1)
        try await store.record(entry("new"))
        #expect(try await store.audit(limit: 9).map(\.token) == ["new", "old"])
        clock.advance(2)
        try await store.record(entry("newest"))
        #expect(try await store.audit(limit: 9).map(\.token) == ["newest", "new"])
    }

    // MARK: Repeated requests

    private let key = ContentDigest(of: "key")
    private let request = ContentDigest(of: "request")
    private let response = ServiceStore.KeptResponse(
        status: 201, headers: ["Location": "/x"], body: Array("{}".utf8))

    @Test func `a repetition gets the response of the first request`() async throws {
        #expect(try await store.begin(key, request) == .first)
        #expect(try await store.begin(key, request) == .running)
        #expect(try await store.begin(key, ContentDigest(of: "other")) == .other)
        try await store.end(key, with: response)
        #expect(try await store.begin(key, request) == .again(response))
        #expect(try await store.begin(key, ContentDigest(of: "other")) == .other)
        #expect(try await store.begin(ContentDigest(of: "key 2"), request) == .first)
    }

    @Test func `a request that changed nothing can be repeated`() async throws {
        #expect(try await store.begin(key, request) == .first)
        try await store.end(key, with: nil)
        #expect(try await store.begin(key, ContentDigest(of: "other")) == .first)
    }

    @Test func `a response is kept for 24 hours`() async throws {
        _ = try await store.begin(key, request)
        try await store.end(key, with: response)
        clock.advance(ServiceStore.repetitionTime)
        #expect(try await store.begin(key, request) == .again(response))
        clock.advance(1)
        #expect(try await store.begin(key, request) == .first)
    }

    @Test func `the outcome of a request is unknown if the process ended during it`() async throws {
        _ = try await store.begin(key, request)
        try store.close()
        let again = try Self.open(scratch, clock)
        let claim = try #require(try await again.claimJobs())
        #expect(try await again.begin(key, request) == .unknown)
        withExtendedLifetime(claim) {}
    }

    // MARK: Schedules

    @Test func `the last run of a schedule replaces the one before`() async throws {
        let ended = clock.now + 1
        let good = ServiceStore.ScheduleRun(
            started: clock.now, ended: ended, outcome: .success("erased 1 call"))
        let bad = ServiceStore.ScheduleRun(
            started: clock.now, ended: ended, outcome: .failure(.init("locked")))
        try await store.keep(bad, of: "retention")
        try await store.keep(good, of: "retention")
        try await store.keep(bad, of: "retrain")
        #expect(try await store.scheduleRuns() == ["retention": good, "retrain": bad])
    }
}
