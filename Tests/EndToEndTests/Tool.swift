import Foundation

/// A user's machine for one test: a home and a working folder of its own, and the built `ilk` first in its path.
///
/// Nothing of the surroundings gets in: no variables, no files of whoever runs the tests. All of it goes with its owner.
final class Tool: Sendable {
    /// What a run came to.
    struct Outcome {
        /// The exit status; of a run that a signal ended, 128 and the signal's number.
        var status: Int32
        /// Standard output.
        var data: Data
        /// Standard error.
        var errors: String

        /// Standard output as text.
        var output: String { String(decoding: data, as: UTF8.self) }
        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The tool does not stand beside the test bundle.
    struct NotBuilt: Error {}

    /// The folder that runs begin in.
    let folder: URL
    /// The built tool.
    let executable: URL
    private let root: URL

    /// A machine on which nobody has done anything yet.
    init() throws {
        executable = try Self.find()
        root = FileManager.default.temporaryDirectory.appending(path: "ilk-e2e-\(UUID().uuidString)")
        folder = root.appending(path: "work")
        for name in ["work", "home", "data", "runs"] {
            try FileManager.default.createDirectory(
                at: root.appending(path: name), withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: root)  // Else the system tidies up.
    }

    /// The tool is built beside the test bundle.
    private static func find() throws -> URL {
        let beside =
            Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
            + [URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
        let found = beside.map { $0.appending(path: "ilk") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let found else { throw NotBuilt() }
        return found
    }

    /// The variables of a run.
    var environment: [String: String] {
        [
            "PATH": executable.deletingLastPathComponent().path + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "HOME": root.appending(path: "home").path, "XDG_DATA_HOME": root.appending(path: "data").path,
            "CONFIGURATION_DIRECTORY": systemFolder, "NO_COLOR": "1", "USER": "tester",
        ]
    }

    /// The machine's settings.
    var systemFolder: String { root.appending(path: "etc").path }
    /// The user's settings.
    var userFolder: String { root.appending(path: "home/.config/ilk").path }

    /// The user's own log.
    var log: String { root.appending(path: "data/ilk/log.sqlite").path }

    /// Runs the tool to its end.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the tool's name.
    ///   - input: Standard input.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try launch(executable, arguments, input: Data(input.utf8))
    }

    /// Runs the tool to its end.
    @discardableResult
    func run(list arguments: [String], input: String = "") throws -> Outcome {
        try launch(executable, arguments, input: Data(input.utf8))
    }

    /// Runs a line in a POSIX shell.
    @discardableResult
    func shell(_ line: String, input: Data = Data()) throws -> Outcome {
        try launch(URL(filePath: "/bin/sh"), ["-c", line], input: input)
    }

    /// Files take the output, so that no pipe can fill up.
    private func launch(_ program: URL, _ arguments: [String], input: Data) throws -> Outcome {
        let run = root.appending(path: "runs/\(UUID().uuidString)")
        let files = ["in", "out", "err"].map { run.appendingPathExtension($0) }
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
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
        return Outcome(
            status: process.terminationStatus + (wasKilled ? 128 : 0), data: try Data(contentsOf: files[1]),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }

    /// The path of a file in the working folder.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Writes a file into the working folder, and the folders on its way.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// The bytes of a file in the working folder.
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

    /// The names in the working folder, hidden ones too.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
