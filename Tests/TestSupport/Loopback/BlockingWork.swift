import Foundation

/// Work that blocks its thread, outside the threads that tasks share.
public enum BlockingWork {
    /// Runs a function on a separate thread.
    ///
    /// - Returns: The result of the function.
    public static func run<Outcome: Sendable>(
        _ work: @escaping @Sendable () throws -> Outcome
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }
}
