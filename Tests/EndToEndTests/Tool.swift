import Foundation
import TestSupport

/// Runs of the built `ilk` as separate processes in an isolated user environment.
final class Tool: MachineUser, Sendable {
    typealias Outcome = RunOutcome

    let machine: TestUserEnvironment
    /// The path of the built tool.
    let executable: URL

    /// Creates an empty user environment.
    init() throws {
        executable = try BuiltTool.find()
        machine = try TestUserEnvironment()
    }

    /// The environment variables of a run. The built `ilk` is first in the path.
    var environment: [String: String] {
        machine.environment(path: executable.deletingLastPathComponent().path + ":/usr/bin:/bin")
    }

    /// Runs the tool to completion.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the tool's name.
    ///   - input: The content of standard input.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try launch(executable, arguments, input: Data(input.utf8))
    }

    /// Runs the tool to completion.
    @discardableResult
    func run(list arguments: [String], input: String = "") throws -> Outcome {
        try launch(executable, arguments, input: Data(input.utf8))
    }

    /// Runs a script in a POSIX shell.
    @discardableResult
    func shell(_ line: String, input: Data = Data()) throws -> Outcome {
        try launch(URL(filePath: "/bin/sh"), ["-c", line], input: input)
    }

    /// Runs a program with files for its output, because a pipe could fill up.
    private func launch(_ program: URL, _ arguments: [String], input: Data) throws -> Outcome {
        let files = try machine.streams(input: input)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        let wasKilled = process.terminationReason == .uncaughtSignal
        return try Outcome(status: process.terminationStatus + (wasKilled ? 128 : 0), streams: files)
    }
}
