import IlkFiles
import IlkSyncStore

/// Results of costly computations, each kept for some seconds. Concurrent requests share a computation. Results
/// must not contain texts, because an erasure does not reach them before they are too old.
///
/// A result that has just become too old is returned once more, while the next one is computed, so that no
/// request waits.
actor SharedResults<Key: Hashable & Sendable, Value: Sendable> {
    private struct Computation {
        let task: Task<Value, any Error>
        let start: UInt64
        /// The result. Until it is computed, the result to return meanwhile, or `nil` to wait.
        var result: Value?
    }

    private let lifetime: UInt64
    private let clock: any SyncClock
    private var computations: [Key: Computation] = [:]
    /// The last computation that was asked for by ``current(for:_:)``, and whether it has started.
    private var turns: [Key: (task: Task<Value, any Error>, number: Int, hasStarted: Bool)] = [:]
    private var turnCount = 0

    /// - Parameters:
    ///   - lifetime: The age in milliseconds, from the start of its computation, at which a result is computed
    ///     again. After twice this time it is no longer returned.
    ///   - clock: The clock that measures the age.
    init(lifetime: UInt64, clock: any SyncClock) {
        (self.lifetime, self.clock) = (lifetime, clock)
    }

    /// Returns a recent result, or waits for it if it is being computed. Returns `nil` if there is none or its
    /// computation fails.
    ///
    /// - Parameter compute: Computes the next result if this one is too old.
    func recent(
        _ key: Key, refreshing compute: @Sendable @escaping () async throws -> Value
    ) async -> Value? {
        let now = clock.monotonic
        guard let known = computations[key], now < known.start + 2 * lifetime else { return nil }
        guard let result = known.result else {
            return try? await known.task.value  // The caller computes it again and gets the error.
        }
        if now >= known.start + lifetime { _ = start(key, meanwhile: result, compute) }
        return result
    }

    /// Computes a result and keeps it. Concurrent requests wait for it.
    ///
    /// - Throws: The errors of the computation. A failed computation is not kept.
    func computed(
        _ key: Key, _ compute: @Sendable @escaping () async throws -> Value
    ) async throws -> Value {
        try await start(key, meanwhile: nil, compute).value
    }

    private func start(
        _ key: Key, meanwhile previous: Value?, _ compute: @Sendable @escaping () async throws -> Value
    ) -> Task<Value, any Error> {
        let now = clock.monotonic
        let task = Task {
            do {
                // For a renewal no request waits, and it must not delay requests.
                let result =
                    previous == nil ? try await compute() : try await BackgroundThread.perform(compute)
                keep(result, of: key, from: now)
                return result
            } catch {
                keep(nil, of: key, from: now)
                throw error
            }
        }
        computations[key] = Computation(task: task, start: now, result: previous)
        return task
    }

    /// Keeps the result of the computation that began at a time. `nil` removes the computation.
    private func keep(_ result: Value?, of key: Key, from start: UInt64) {
        // Another computation can have begun meanwhile.
        guard computations[key]?.start == start else { return }
        guard let result else {
            computations[key] = nil
            return
        }
        computations[key]?.result = result
        let rest = Duration.milliseconds(2 * lifetime)
        Task { [weak self] in
            try? await Task.sleep(for: rest)  // The task is never canceled.
            await self?.remove(key, from: start)
        }
    }

    /// Removes the result of the computation that began at a time, unless another one has replaced it.
    private func remove(_ key: Key, from start: UInt64) {
        if computations[key]?.start == start { computations[key] = nil }
    }

    /// Returns a recent result, or computes it.
    ///
    /// - Throws: The errors of the computation.
    func value(
        for key: Key, _ compute: @Sendable @escaping () async throws -> Value
    ) async throws -> Value {
        if let known = await recent(key, refreshing: compute) { return known }
        return try await computed(key, compute)
    }

    /// Returns a result whose computation starts after this call, so that it contains all changes that
    /// `compute` reads. At most one computation of a key runs at a time, and requests that wait for the same one
    /// share its result.
    ///
    /// - Throws: The errors of the computation.
    func current(
        for key: Key, _ compute: @Sendable @escaping () async throws -> Value
    ) async throws -> Value {
        if let next = turns[key], !next.hasStarted { return try await next.task.value }
        let previous = turns[key]?.task
        turnCount += 1
        let number = turnCount
        let task = Task {
            _ = await previous?.result
            turns[key]?.hasStarted = true
            defer { if turns[key]?.number == number { turns[key] = nil } }
            return try await compute()
        }
        turns[key] = (task, number, false)
        return try await task.value
    }

    /// Forgets a result.
    func forget(_ key: Key) { computations[key] = nil }
}
