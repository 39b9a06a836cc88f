public import Foundation

/// An isolated user environment for one test: a home, a data folder and a working folder, which are removed
/// at deinitialization.
///
/// Environment variables and files of the user who runs the tests are not visible in it.
public final class TestUserEnvironment: Sendable {
    /// The working folder.
    public let folder: URL
    private let root: URL

    /// Creates the folders.
    ///
    /// - Throws: Errors of the file system.
    public init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "ilk-user-\(UUID().uuidString)")
        folder = root.appending(path: "work")
        for name in ["work", "home", "data", "runs"] {
            try FileManager.default.createDirectory(
                at: root.appending(path: name), withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: root)  // Otherwise the system removes it.
    }

    /// Returns the environment variables of a run.
    ///
    /// - Parameter path: The value of `PATH`.
    public func environment(path: String) -> [String: String] {
        [
            "PATH": path, "LC_ALL": "C.UTF-8",
            "HOME": root.appending(path: "home").path, "XDG_DATA_HOME": root.appending(path: "data").path,
            "CONFIGURATION_DIRECTORY": root.appending(path: "etc").path, "NO_COLOR": "1", "USER": "tester",
        ]
    }

    /// Creates files for the streams of a run: standard input, standard output and standard error.
    ///
    /// - Parameter input: The content of standard input.
    /// - Returns: The three files, in this order.
    /// - Throws: Errors of writing the files.
    public func streams(input: Data) throws -> [URL] {
        let run = root.appending(path: "runs/\(UUID().uuidString)")
        let files = ["in", "out", "err"].map { run.appendingPathExtension($0) }
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        return files
    }

    /// The folder of the system-wide settings.
    public var systemFolder: String { root.appending(path: "etc").path }
    /// The folder of the user's settings.
    public var userFolder: String { root.appending(path: "home/.config/ilk").path }
    /// The path of the user's default log.
    public var log: String { root.appending(path: "data/ilk/log.sqlite").path }
}

/// The outcome of a run of a program.
public struct RunOutcome {
    /// The exit status, or 128 plus the signal number after a signal.
    public var status: Int32
    /// The content of standard output.
    public var data: Data
    /// The content of standard error.
    public var errors: String

    /// Reads the outcome from the files of a run.
    ///
    /// - Parameters:
    ///   - status: The exit status.
    ///   - streams: The files of ``TestUserEnvironment/streams(input:)``.
    /// - Throws: Errors of reading the files.
    public init(status: Int32, streams: [URL]) throws {
        self.status = status
        data = try Data(contentsOf: streams[1])
        errors = String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self)
    }

    /// The content of standard output as text.
    public var output: String { String(decoding: data, as: UTF8.self) }
    /// The lines of standard output without empty ones.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A way to run `ilk` in a user environment.
public protocol MachineUser {
    var machine: TestUserEnvironment { get }
}

extension MachineUser {
    /// The working folder of runs.
    public var folder: URL { machine.folder }
    /// The folder of the system-wide settings.
    public var systemFolder: String { machine.systemFolder }
    /// The folder of the user's settings.
    public var userFolder: String { machine.userFolder }
    /// The path of the user's default log.
    public var log: String { machine.log }

    /// Returns the path of a file in the working folder.
    ///
    /// - Parameter name: The relative path.
    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Creates or replaces a file in the working folder, as one step for a program that reads it meanwhile.
    ///
    /// - Parameters:
    ///   - name: The relative path.
    ///   - text: The content.
    /// - Returns: The absolute path.
    /// - Throws: Errors of the file system.
    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
        return file.path
    }

    /// Returns the content of a file in the working folder.
    ///
    /// - Parameter name: The relative path.
    /// - Throws: Errors of reading the file.
    public func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

    /// Returns the sorted names in the working folder, including hidden ones.
    ///
    /// - Throws: Errors of reading the folder.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
