import Foundation
import TestSupport

/// Runs the tool in a shell with the library `FaultyFileSystem` preloaded, so that a system call fails or
/// clocks are wrong.
struct FaultyTool {
    /// The maximum time of a run, in seconds.
    static let limit = 60

    let tool: Tool
    private let library: String

    /// Creates a runner. The result is `nil` if the library does not exist. It is built only with
    /// `ILK_OPTIMISED`, which `make test` sets.
    init?(_ tool: Tool) {
        let library = tool.executable.deletingLastPathComponent().appending(path: "libFaultyCalls.so").path
        guard FileManager.default.fileExists(atPath: library) else {
            print("skipped: libFaultyCalls.so is not built (set ILK_OPTIMISED=1)")
            return nil
        }
        self.tool = tool
        self.library = library
    }

    /// Runs a shell script in which `ilk` is the tool with these variables and a time limit.
    ///
    /// - Returns: The outcome of the script. The status 124 or 137 means that the time limit was reached.
    func shell(
        _ line: String, _ variables: [String: String], input: String = "", seconds: Int = limit
    ) throws -> Tool.Outcome {
        let words = variables.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        // Only the tool has faults, not the shell and `timeout`.
        let function =
            "ilk() { timeout -k 5 \(seconds) env LD_PRELOAD='\(library)' \(words) \(tool.executable.path) \"$@\"; }"
        return try tool.shell(function + "\n" + line, input: Data(input.utf8))
    }

    /// Runs a shell script in which the `nth` call of a function fails.
    ///
    /// - Returns: The outcome, and `true` if a call has failed.
    func shell(
        _ line: String, failing call: String, nth: Int, isLasting: Bool, input: String = "",
        seconds: Int = limit
    ) throws -> (Tool.Outcome, Bool) {
        let mark = tool.path(".failed")
        try? FileManager.default.removeItem(atPath: mark)  // There is none before the first run.
        var variables = ["ILK_FAULT_CALL": call, "ILK_FAULT_NTH": "\(nth)", "ILK_FAULT_MARK": mark]
        if isLasting { variables["ILK_FAULT_LASTING"] = "1" }
        let outcome = try shell(line, variables, input: input, seconds: seconds)
        return (outcome, FileManager.default.fileExists(atPath: mark))
    }
}
