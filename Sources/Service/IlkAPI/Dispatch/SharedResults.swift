import IlkSyncStore

/// Results of costly computations, each kept for some seconds. Concurrent requests share a computation. Results
/// must not contain texts, because an erasure does not reach them.
actor SharedResults<Key: Hashable & Sendable, Value: Sendable> {
    private struct Computation {
        let task: Task<Value, any Error>
        let start: UInt64
    }

    private let lifetime: UInt64
    private let clock: any SyncClock
    private var computations: [Key: Computation] = [:]

    /// - Parameters:
    ///   - lifetime: The maximum age of a result, in milliseconds from the start of its computation.
    ///   - clock: The clock that measures the age.
    init(lifetime: UInt64, clock: any SyncClock) {
        (self.lifetime, self.clock) = (lifetime, clock)
    }

    /// Returns a recent result, or waits for it if it is being computed. Returns `nil` if there is none or its
    /// computation fails.
    func recent(_ key: Key) async -> Value? {
        guard let known = computations[key], clock.monotonic < known.start + lifetime else { return nil }
        return try? await known.task.value  // The caller computes it again and gets the error.
    }

    /// Computes a result and keeps it.
    ///
    /// - Throws: The errors of the computation. A failed computation is not kept.
    func computed(
        _ key: Key, _ compute: @Sendable @escaping () async throws -> Value
    ) async throws -> Value {
        let now = clock.monotonic
        computations = computations.filter { now < $0.value.start + lifetime }
        let task = Task { try await compute() }
        computations[key] = Computation(task: task, start: now)
        do {
            return try await task.value
        } catch {
            // Another computation can have begun meanwhile.
            if computations[key]?.task == task { computations[key] = nil }
            throw error
        }
    }

    /// Returns a recent result, or computes it.
    ///
    /// - Throws: The errors of the computation.
    func value(
        for key: Key, _ compute: @Sendable @escaping () async throws -> Value
    ) async throws -> Value {
        if let known = await recent(key) { return known }
        return try await computed(key, compute)
    }

    /// Forgets a result.
    func forget(_ key: Key) { computations[key] = nil }
}
