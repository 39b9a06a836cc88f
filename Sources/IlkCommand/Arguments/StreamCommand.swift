import ArgumentParser

/// A command that works through a stream of texts.
///
/// It runs on the thread that starts it, and that is the first one: memory comes cheaper there than on the threads of
/// the pool, which `AsyncParsableCommand` goes to.
protocol StreamCommand: AsyncParsableCommand {
    /// What the command does.
    nonisolated(nonsending) func work() async throws
}

extension StreamCommand {
    /// What the command does, for who knows it as a command only.
    func run() async throws { try await work() }
}
