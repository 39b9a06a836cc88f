import IlkHTTP
import Synchronization

/// A limit on concurrent requests.
final class ConcurrencyLimit: Sendable {
    private let count = Atomic(0)

    /// Adds a request, or returns `false` if the limit is reached.
    func enter(_ most: Int) -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= most { return true }
        leave()
        return false
    }

    func leave() { count.subtract(1, ordering: .relaxed) }

    /// Performs a costly operation, not on the threads that answer requests.
    ///
    /// - Parameters:
    ///   - most: The maximum number of concurrent operations.
    ///   - operations: The operations in the plural, for the problem.
    ///   - seconds: The value of `Retry-After` if the limit is reached.
    /// - Throws: ``Problem`` `queue-full`, and errors of the operation.
    func perform<Value: Sendable>(
        _ most: Int, _ operations: String, retryAfter seconds: Int = 5,
        _ operation: @Sendable @concurrent () async throws -> Value
    ) async throws -> Value {
        try await turn(most, operations, retryAfter: seconds).perform(operation)
    }

    /// Returns a turn for an operation whose result counts against the limit too.
    func turn(_ most: Int, _ operations: String, retryAfter seconds: Int = 5) throws(Problem) -> Turn {
        guard enter(most) else {
            throw Problem(.queueFull, "too many concurrent \(operations)", retryAfter: seconds)
        }
        return Turn(of: self)
    }

    /// A request that counts against a limit until it is released.
    final class Turn: Sendable {
        private let limit: ConcurrencyLimit
        private static let threads = JobThread(isConcurrent: true)

        fileprivate init(of limit: ConcurrencyLimit) { self.limit = limit }

        deinit { limit.leave() }

        func perform<Value: Sendable>(
            _ operation: @Sendable @concurrent () async throws -> Value
        ) async throws -> Value {
            try await withTaskExecutorPreference(Self.threads, operation: operation)
        }
    }
}
