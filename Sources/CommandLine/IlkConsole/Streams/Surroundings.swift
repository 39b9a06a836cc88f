import FoundationEssentials
import Glibc

/// The streams, environment variables and signals of a command: those of the process, or those of a test.
package struct Surroundings: Sendable {
    /// The descriptor of standard input.
    package var input = STDIN_FILENO
    /// The descriptor of standard output.
    package var output = STDOUT_FILENO
    /// The descriptor of standard error.
    package var errors = STDERR_FILENO
    /// The environment variables.
    package var environment = ProcessInfo.processInfo.environment
    /// The flag that signals set.
    package var stop = SignalWatch.flag

    /// The surroundings of the current task.
    @TaskLocal package static var current = Surroundings()

    package static func isTerminal(_ descriptor: KeyPath<Surroundings, Int32>) -> Bool {
        isatty(current[keyPath: descriptor]) == 1
    }
}
