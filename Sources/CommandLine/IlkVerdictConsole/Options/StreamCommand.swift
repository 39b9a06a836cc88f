package import ArgumentParser
package import IlkConsole

/// A command that processes a stream of texts.
///
/// It runs on the main thread because memory allocation is cheaper there than on the pool's threads, where an
/// `AsyncParsableCommand` runs.
package protocol StreamCommand: AsyncParsableCommand {
    var input: InputOptions { get }
    /// Color and verbosity.
    var display: DisplayOptions { get }

    nonisolated(nonsending) func work(on console: Console) async throws
}

extension StreamCommand {
    package nonisolated(nonsending) func work() async throws {
        let console = Console.standard(display)
        console.greet(input, command: "ilk \(Self.configuration.commandName ?? "")")
        try await work(on: console)
    }

    /// Runs the command if the caller knows only `AsyncParsableCommand`.
    package func run() async throws { try await work() }
}

extension Console {
    /// Writes a message if the command waits for input from a terminal.
    func greet(_ input: InputOptions, command: String) {
        guard !isQuiet,
            let hint = input.hint(for: command, isTerminal: CommandEnvironment.isTerminal(\.input))
        else {
            return
        }
        writeMessage(hint)
    }
}
