package import ArgumentParser
package import IlkConsole

/// A command that works through a stream of texts.
///
/// It runs on the thread that starts it, and that is the first one: memory comes cheaper there than on the threads of
/// the pool, which `AsyncParsableCommand` goes to.
package protocol StreamCommand: AsyncParsableCommand {
    /// The inputs.
    var input: InputOptions { get }
    /// The appearance of the output.
    var display: DisplayOptions { get }

    /// Runs the command.
    ///
    /// - Parameter console: The input, the output and the messages.
    nonisolated(nonsending) func work(on console: Console) async throws
}

extension StreamCommand {
    /// Runs the command on the console of this process.
    package nonisolated(nonsending) func work() async throws {
        let console = Console.standard(display)
        console.greet(input, command: "ilk \(Self.configuration.commandName ?? "")")
        try await work(on: console)
    }

    /// Runs the command, for callers that know no more of it than that it is a command.
    package func run() async throws { try await work() }
}

extension Console {
    /// Says that the command waits for someone to type, if it does.
    func greet(_ input: InputOptions, command: String) {
        guard !isQuiet, let hint = input.hint(for: command, isTerminal: Surroundings.isTerminal(\.input))
        else {
            return
        }
        tell(hint)
    }
}
