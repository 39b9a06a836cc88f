/// A point at which a task waits until the test opens it.
struct Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init() { (stream, opening) = AsyncStream.makeStream() }

    func open() { opening.finish() }

    /// Waits until the gate is open or the task is canceled.
    func pass() async { for await _ in stream {} }
}
