import IlkVerdictConsole
import ArgumentParser
import Foundation
import Synchronization

@testable import IlkCommand
@testable import IlkConsole
@testable import IlkProgram

/// An isolated user environment for one test, and in-process runs of commands that read texts.
///
/// Commands do not see the environment variables of the test process. All files are removed at
/// deinitialization.
final class CommandRunner: Sendable {
    struct Outcome {
        var status: Int32
        /// The content of standard output.
        var data: Data
        /// The content of standard error.
        var errors: String

        /// The content of standard output as text.
        var output: String { String(decoding: data, as: UTF8.self) }
        /// The lines of standard output without empty ones.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The error for a command that does not read texts.
    struct NoStreamCommand: Error {}

    private let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "ilk-bench-\(UUID().uuidString)")
        for name in ["work", "home", "data", "runs"] {
            try FileManager.default.createDirectory(
                at: root.appending(path: name), withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: root)  // Otherwise the system removes it.
    }

    private var environment: [String: String] {
        [
            "HOME": root.appending(path: "home").path, "XDG_DATA_HOME": root.appending(path: "data").path,
            "CONFIGURATION_DIRECTORY": root.appending(path: "etc").path, "NO_COLOR": "1", "USER": "tester",
        ]
    }

    /// Returns the path of a file in the working folder.
    func path(_ name: String) -> String { root.appending(path: "work/\(name)").path }

    /// Writes a file in the working folder, and creates its parent folders.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = URL(filePath: path(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Runs a command to completion.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program.
    ///   - input: The content of standard input.
    func run(_ arguments: String..., input: String = "") async throws -> Outcome {
        try await run(list: arguments, input: Array(input.utf8))
    }

    /// Runs a command to completion.
    ///
    /// - Parameters:
    ///   - line: The arguments, separated by spaces.
    ///   - input: The bytes of standard input, one per scalar.
    func run(line: String, input: String) async throws -> Outcome {
        try await run(
            list: line.split(separator: " ").map(String.init),
            input: input.unicodeScalars.map { UInt8($0.value) })
    }

    /// Runs a command to completion.
    func run(list arguments: [String], input: [UInt8]) async throws -> Outcome {
        let run = root.appending(path: "runs/\(UUID().uuidString)")
        let (input, output) = (try Self.file(run, "in", input), try Self.file(run, "out", []))
        let errors = Mutex("")
        let status = try await status(of: arguments, input, output) { text in
            errors.withLock { $0 += text }
        }
        try output.seek(toOffset: 0)
        return Outcome(
            status: status, data: try output.readToEnd() ?? Data(), errors: errors.withLock { $0 })
    }

    private static func file(_ run: URL, _ name: String, _ bytes: [UInt8]) throws -> FileHandle {
        let file = run.appendingPathExtension(name)
        try Data(bytes).write(to: file)
        return try FileHandle(forUpdating: file)
    }

    private func status(
        of arguments: [String], _ input: FileHandle, _ output: FileHandle,
        tell: @escaping (String) -> Void
    ) async throws -> Int32 {
        do {
            let parsed = try CommandParsing.parse(arguments, root: IlkTool<FullEdition>.self)
            guard let command = parsed as? any StreamCommand else { throw NoStreamCommand() }
            let display = command.display
            let console = Console(
                output: OutputWriter(
                    descriptor: output.fileDescriptor, name: "standard output", flushesEachRecord: false),
                stop: StopFlag(), environment: environment,
                style: Style(display.color, environment: environment, isTerminal: false), columns: 100,
                room: .max, showsProgress: false, isQuiet: display.quiet, writeMessage: tell)
            var surroundings = CommandEnvironment.current
            surroundings.input = input.fileDescriptor
            try await CommandEnvironment.$current.withValue(surroundings) {
                try await command.work(on: console)
            }
            return 0
        } catch let failure as CommandError {
            tell(failure.report)
            return failure.status.rawValue
        } catch let error as NoStreamCommand {
            throw error
        } catch {
            if IlkTool<FullEdition>.exitCode(for: error) == .validationFailure {
                tell(IlkTool<FullEdition>.fullMessage(for: error) + "\n")
                return ExitCode.validationFailure.rawValue
            }
            let failure = CommandError(error)
            tell(failure.report)
            return failure.status.rawValue
        }
    }
}
