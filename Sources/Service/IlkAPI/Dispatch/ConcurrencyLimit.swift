import IlkFiles
import IlkHTTP
import Synchronization

/// A limit on concurrent requests.
final class ConcurrencyLimit: Sendable {
    private let count = Atomic(0)

    /// Counts a request and returns `true`, or returns `false` if `most` requests are already running.
    func enter(_ most: Int) -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= most { return true }
        leave()
        return false
    }

    func leave() { count.subtract(1, ordering: .relaxed) }

    /// Performs a costly operation on a separate thread, so that it does not delay other requests.
    ///
    /// - Parameters:
    ///   - most: The maximum number of concurrent operations.
    ///   - operations: The name of the operations in the plural, such as `backups`, for the detail of the
    ///     problem.
    ///   - seconds: The value of `Retry-After` if the limit is reached.
    /// - Throws: ``Problem`` `queue-full` if the limit is reached, and errors of the operation.
    func perform<Value: Sendable>(
        _ most: Int, _ operations: String, retryAfter seconds: Int = 5,
        _ operation: @Sendable @concurrent () async throws -> Value
    ) async throws -> Value {
        try await turn(most, operations, retryAfter: seconds).perform(operation)
    }

    /// Returns an object that takes one of the `most` places until it is released. Use this function if the
    /// result of an operation, such as an open file, takes the place until the caller releases it.
    func turn(_ most: Int, _ operations: String, retryAfter seconds: Int = 5) throws(Problem) -> Turn {
        guard enter(most) else {
            throw Problem(
                .queueFull, "too many concurrent \(operations): the maximum is \(most)", retryAfter: seconds)
        }
        return Turn(of: self)
    }

    /// A request that counts against a limit until this object is released.
    final class Turn: Sendable {
        private let limit: ConcurrencyLimit
        private static let threads = JobThread(isConcurrent: true)

        fileprivate init(of limit: ConcurrencyLimit) { self.limit = limit }

        deinit { limit.leave() }

        func perform<Value: Sendable>(
            _ operation: @Sendable @concurrent () async throws -> Value
        ) async throws -> Value {
            // A task in the background stays on its thread.
            guard !BackgroundThread.isCurrent else { return try await operation() }
            return try await withTaskExecutorPreference(Self.threads, operation: operation)
        }
    }
}
