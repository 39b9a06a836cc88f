import FoundationEssentials
import Glibc

/// The streams, the variables and the signals that a command runs with: those of the process, or those of a test.
package struct Surroundings: Sendable {
    /// The descriptor of standard input.
    package var input = STDIN_FILENO
    /// The descriptor of standard output.
    package var output = STDOUT_FILENO
    /// The descriptor of standard error.
    package var errors = STDERR_FILENO
    /// The variables.
    package var environment = ProcessInfo.processInfo.environment
    /// The flag that signals raise.
    package var stop = SignalWatch.flag

    /// The surroundings of the task that runs a command.
    @TaskLocal package static var current = Surroundings()

    /// `true` if a descriptor is a terminal.
    package static func isTerminal(_ descriptor: KeyPath<Surroundings, Int32>) -> Bool {
        isatty(current[keyPath: descriptor]) == 1
    }
}
