import ArgumentParser
import FoundationEssentials

/// The option for the number of threads. The output does not depend on this number.
package struct JobOptions: ParsableArguments {
    @Option(name: .shortAndLong, count: "The number of threads. (default: one per processor)", to: 256)
    var jobs: Int?

    /// The number of threads: the given number, or the number of processors that this process may use.
    package var threads: Int { jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount) }

    package init() {}
}
