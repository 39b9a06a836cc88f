import Foundation

/// Blocking work that must not occupy the threads of Swift's task pool.
public enum BlockingWork {
    /// Runs a function on a separate thread.
    ///
    /// - Parameter work: The function.
    /// - Returns: The result of the function.
    /// - Throws: The error of the function.
    public static func run<Outcome: Sendable>(
        _ work: @escaping @Sendable () throws -> Outcome
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }
}
