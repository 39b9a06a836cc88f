import IlkHTTP
import IlkSyncStore
import IlkVocabulary
import Synchronization
import Testing

@testable import IlkAPI
@testable import IlkPage

/// Requests that read the clock at the same time as others. A request must not find a time later than its own.
@Suite struct `Times of concurrent requests` {
    /// A clock that advances with each reading.
    private final class RushingClock: SyncClock {
        private let step: UInt64
        private let readings = Atomic<UInt64>(0)

        init(step: UInt64) { self.step = step }

        var monotonic: UInt64 { readings.add(1, ordering: .relaxed).newValue * step }
        var wall: Int64 { 0 }
        func sleep(until moment: UInt64) async throws { try Task.checkCancellation() }
    }

    private static func concurrently(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 { try body() }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `requests of one session may come at the same time`() async throws {
        let sessions = PageSessions(RushingClock(step: 1))
        let id = sessions.start(ContentDigest(of: "token"), ownToken: nil)
        try await Self.concurrently { #expect(sessions.session(id) != nil) }
    }

    @Test func `requests of one client may come while its minute ends`() async throws {
        let rate = RequestRate(1, RushingClock(step: 30_000))
        try await Self.concurrently {
            var headers: HeaderFields = [:]
            do throws(Problem) {
                try rate.count("client", &headers)
            } catch {
                #expect(error.headers["Retry-After"].flatMap { Int($0) } ?? 0 <= 60)
            }
            #expect(headers["RateLimit"] != nil)
        }
    }
}
