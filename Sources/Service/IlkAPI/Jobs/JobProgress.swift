import Synchronization

/// The progress of a running job. The job calls ``report(_:_:)``, which throws if the job was canceled.
package final class JobProgress: Sendable {
    struct Value: Hashable, Sendable {
        var phase: String
        /// The completed share of the phase in percent, or `nil` if it is unknown.
        var percent: Int?
    }

    private let canceled = Atomic(false)
    private let last = Mutex<Value?>(nil)
    private let updates: AsyncStream<Value>.Continuation

    init(_ updates: AsyncStream<Value>.Continuation) { self.updates = updates }

    var isCanceled: Bool { canceled.load(ordering: .relaxed) }

    func cancel() { canceled.store(true, ordering: .relaxed) }

    /// Reports progress. Frequent calls are cheap: clients are notified only if the phase or the percentage
    /// changes.
    ///
    /// - Parameters:
    ///   - phase: The part of the work that is running.
    ///   - done: The completed share of the phase, 0 to 1, or `nil` if it is unknown.
    /// - Throws: `CancellationError` if the job was canceled.
    package func report(_ phase: String, _ done: Double? = nil) throws {
        if isCanceled { throw CancellationError() }
        let value = Value(phase: phase, percent: done.map { Int(100 * min(1, max(0, $0))) })
        let isNew = last.withLock { last in
            defer { last = value }
            return last != value
        }
        if isNew { updates.yield(value) }
    }
}
