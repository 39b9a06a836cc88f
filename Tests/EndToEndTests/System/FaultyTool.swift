import Foundation
import TestSupport

/// Runs the tool in a shell with the library `FaultyCalls` loaded, so that a call of the system fails or clocks are wrong.
struct FaultyTool {
    /// The longest time that a run may take, in seconds.
    static let limit = 60

    let tool: Tool
    private let library: String

    /// - Returns: `nil` if the library is not there: it is built with `ILK_OPTIMISED` only, as `make test` sets it.
    init?(_ tool: Tool) {
        let library = tool.executable.deletingLastPathComponent().appending(path: "libFaultyCalls.so").path
        guard FileManager.default.fileExists(atPath: library) else {
            print("skipped: libFaultyCalls.so is not built (set ILK_OPTIMISED=1)")
            return nil
        }
        self.tool = tool
        self.library = library
    }

    /// Runs a line, in which `ilk` is the tool with these variables, ended after ``limit`` seconds.
    ///
    /// - Returns: The outcome of the line. The status 124 or 137 says that the time was not enough.
    func shell(
        _ line: String, _ variables: [String: String], input: String = "", seconds: Int = limit
    ) throws -> Tool.Outcome {
        let words = variables.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        // Not the shell itself, nor `timeout`: only the tool has faults.
        let function =
            "ilk() { timeout -k 5 \(seconds) env LD_PRELOAD='\(library)' \(words) \(tool.executable.path) \"$@\"; }"
        return try tool.shell(function + "\n" + line, input: Data(input.utf8))
    }

    /// Runs a line while the `nth` call of a function fails.
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
