import IlkHTTP
import Testing

@testable import IlkAPI

@Suite("limits on concurrent requests") struct ConcurrencyLimitTests {
    private struct Failure: Error {}

    @Test func `an operation beyond the limit is refused, and a failed one ends its turn`() async throws {
        let limit = ConcurrencyLimit()
        for _ in 0..<2 {
            await #expect(throws: Failure.self) {
                try await limit.perform(1, "tests") { () async throws -> Void in throw Failure() }
            }
        }
        let problem = try await limit.perform(1, "tests") {
            await #expect(throws: Problem.self) {
                try await limit.perform(1, "tests", retryAfter: 7) { () async throws -> Void in }
            }
        }
        #expect(problem?.type == .queueFull)
        #expect(problem?.detail == "too many concurrent tests: the maximum is 1")
        #expect(problem?.headers["Retry-After"] == "7")
        #expect(try await limit.perform(1, "tests") { 5 } == 5)
    }
}
