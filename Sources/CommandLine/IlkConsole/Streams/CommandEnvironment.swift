import FoundationEssentials
import Glibc

/// The standard descriptors, environment variables and signals of a command. By default, these are the values
/// of the process; tests set other values.
package struct CommandEnvironment: Sendable {
    package var input = STDIN_FILENO
    package var output = STDOUT_FILENO
    package var errors = STDERR_FILENO
    package var environment = ProcessInfo.processInfo.environment
    /// The path of this program. The program starts itself as a worker process.
    package var program = "/proc/self/exe"
    /// The flag that signals set.
    package var stop = SignalWatch.flag

    /// The environment of the current task.
    @TaskLocal package static var current = CommandEnvironment()

    package static func isTerminal(_ descriptor: KeyPath<CommandEnvironment, Int32>) -> Bool {
        isatty(current[keyPath: descriptor]) == 1
    }
}
