import Synchronization

/// Processes batches on several threads and returns the outcomes in the order of the batches.
///
/// The number of submitted batches whose outcomes were not yet returned is limited, which bounds the memory.
/// Threads start when there is work for them. With a maximum of one thread, ``submit(_:)`` does the work on
/// the calling thread. The object is not thread-safe: one thread, its owner, calls all of its methods.
package final class OrderedBatches<Batch: Sendable, Outcome: Sendable> {
    /// Processes one batch. Each thread has its own function, which can reuse buffers from batch to batch.
    package typealias Work = (Batch) -> Outcome

    private let threads: Int
    private let makeWork: () throws -> Work
    private let shared: Shared
    /// The work function of the owner's thread, if the maximum is one thread.
    private var ownWork: Work?
    private var started = 0
    private var submitted = 0
    private var returned = 0

    /// The stack size of a thread: 8 MiB, like the usual stack of a main thread.
    private static var stackBytes: Int { 8 << 20 }

    /// Creates an object that has no threads yet.
    ///
    /// - Parameters:
    ///   - threads: The maximum number of threads, at least 1.
    ///   - onCompletion: Called on the thread that has finished a batch.
    ///   - makeWork: Returns a new work function for a thread. This closure is called on the owner's thread.
    package init(
        threads: Int, onCompletion: @escaping @Sendable () -> Void = {},
        makeWork: @escaping () throws -> Work
    ) {
        precondition(threads >= 1, "at least one thread does the work")
        self.threads = threads
        self.makeWork = makeWork
        shared = Shared(onCompletion)
    }

    deinit { close() }

    /// The number of submitted batches whose outcomes were not yet returned.
    package var count: Int { submitted - returned }
    /// `true` if another batch can be submitted: each thread can have one batch in progress and one batch
    /// waiting.
    package var hasRoom: Bool { count < (threads == 1 ? 1 : 2 * threads) }

    /// Processes a batch, or gives it to a thread.
    ///
    /// - Parameter batch: The batch. There must be room for it.
    /// - Throws: The error of `makeWork`. In this case, the batch is not processed.
    package func submit(_ batch: Batch) throws {
        precondition(hasRoom, "no room for another batch: return an outcome first")
        guard threads > 1 else {
            let work = try ownWork ?? makeWork()
            ownWork = work
            let outcome = work(batch)
            shared.state.withLock { $0.finished[submitted] = outcome }
            submitted += 1
            return
        }
        if started < threads, shared.state.withLock({ $0.waiting.count + $0.inWork >= started }) {
            try startThread()
        }
        shared.state.withLock { $0.waiting.append(Place(number: submitted, batch: batch)) }
        submitted += 1
        shared.arrival.ring()
    }

    /// Returns the outcome of the oldest batch if it is finished.
    package func nextFinished() -> Outcome? {
        guard let outcome = shared.state.withLock({ $0.finished.removeValue(forKey: returned) }) else {
            return nil
        }
        returned += 1
        return outcome
    }

    /// Waits for the oldest batch.
    ///
    /// - Returns: The outcome of the batch, or `nil` if the outcomes of all batches were returned.
    package func next() -> Outcome? {
        while count > 0 {
            if let outcome = nextFinished() { return outcome }
            shared.completion.wait()
        }
        return nil
    }

    /// Drops the batches that no thread is processing, and waits until all threads have ended.
    package func close() {
        shared.state.withLock { state in
            state.isClosed = true
            state.waiting.removeAll()
        }
        shared.arrival.ring()
        while shared.state.withLock({ $0.running }) > 0 { shared.completion.wait() }
    }

    private func startThread() throws {
        let thread = Worker(work: try makeWork())
        started += 1
        shared.state.withLock { $0.running += 1 }
        DetachedThread.start("batches", stackBytes: Self.stackBytes) { [shared] in shared.run(thread) }
    }

    /// `@unchecked`: the owner creates the function, and only the thread calls it.
    private struct Worker: @unchecked Sendable {
        let work: Work
    }

    private struct Place: Sendable {
        let number: Int
        let batch: Batch
    }

    private struct State: Sendable {
        var waiting: [Place] = []
        var finished: [Int: Outcome] = [:]
        /// The number of batches that threads are processing.
        var inWork = 0
        /// The number of threads that have not ended.
        var running = 0
        var isClosed = false
    }

    private enum Step: Sendable {
        case work(Place, hasMore: Bool)
        case wait
        case end
    }

    /// The state that the owner and the threads share.
    private final class Shared: Sendable {
        let state = Mutex(State())
        /// Wakes one thread. A thread that leaves work for others, or ends, wakes the next.
        let arrival = WakeSignal()
        /// Wakes the owner.
        let completion = WakeSignal()
        private let onCompletion: @Sendable () -> Void

        init(_ onCompletion: @escaping @Sendable () -> Void) { self.onCompletion = onCompletion }

        func run(_ thread: Worker) {
            while true {
                switch next() {
                case .wait: arrival.wait()
                case .work(let place, let hasMore):
                    if hasMore { arrival.ring() }
                    finish(place, thread.work(place.batch))
                case .end:
                    state.withLock { $0.running -= 1 }
                    arrival.ring()
                    completion.ring()
                    return
                }
            }
        }

        private func next() -> Step {
            state.withLock { state in
                if state.isClosed { return .end }
                guard !state.waiting.isEmpty else { return .wait }
                state.inWork += 1
                let place = state.waiting.removeFirst()
                return .work(place, hasMore: !state.waiting.isEmpty)
            }
        }

        private func finish(_ place: Place, _ outcome: Outcome) {
            state.withLock { state in
                state.inWork -= 1
                state.finished[place.number] = outcome
            }
            completion.ring()
            onCompletion()
        }
    }
}

extension OrderedBatches where Batch == Range<Int> {
    /// Processes the blocks of a range on several threads.
    ///
    /// - Parameters:
    ///   - count: The end of the range, which starts at 0.
    ///   - blockSize: The number of elements in each block except the last.
    ///   - threads: The maximum number of threads, at least 1.
    ///   - makeWork: Returns the function of a thread, which processes a block.
    ///   - receive: Called on the caller's thread with each block and its outcome, in order. An error thrown
    ///     here ends the run.
    /// - Throws: The error of the first failed block, after `receive` was called for all earlier blocks;
    ///   errors of `makeWork` and `receive`.
    package static func forEachBlock<Value: Sendable>(
        of count: Int, blockSize: Int = 256, threads: Int,
        makeWork: @escaping () throws -> (Range<Int>) throws -> Value,
        receive: (Range<Int>, Value) throws -> Void
    ) throws where Outcome == Result<Value, any Error> {
        let batches = OrderedBatches(threads: threads) {
            let work = try makeWork()
            return { block in Result { try work(block) } }
        }
        defer { batches.close() }
        func block(_ start: Int) -> Range<Int> { start..<min(start + blockSize, count) }
        var (submitted, received) = (0, 0)
        while received < count {
            while submitted < count, batches.hasRoom {
                try batches.submit(block(submitted))
                submitted = block(submitted).upperBound
            }
            guard let outcome = batches.next() else { return }
            try receive(block(received), outcome.get())
            received = block(received).upperBound
        }
    }
}
