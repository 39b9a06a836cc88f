import ArgumentParser
import FoundationEssentials

/// The option for the number of threads. The output does not depend on it.
package struct JobOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, "The number of threads. (default: one per processor)", value: "count")
    var jobs: Int?

    /// The number of threads: the given number, or the number of processors that this process may use.
    package var threads: Int { jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount) }

    package init() {}

    package func validate() throws {
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs takes a number from 1 to 256.")
        }
    }
}
