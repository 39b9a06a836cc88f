public import Foundation

/// A user's machine for one test: a home, a data folder and a working folder, which are removed with their owner.
///
/// No variable and no file of the user who runs the tests is visible on it.
public final class UserMachine: Sendable {
    /// The working folder.
    public let folder: URL
    private let root: URL

    /// Creates the folders.
    public init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "ilk-user-\(UUID().uuidString)")
        folder = root.appending(path: "work")
        for name in ["work", "home", "data", "runs"] {
            try FileManager.default.createDirectory(
                at: root.appending(path: name), withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: root)  // Else the system tidies up.
    }

    /// The variables of a run.
    ///
    /// - Parameter path: The folders in which programs are found.
    public func environment(path: String) -> [String: String] {
        [
            "PATH": path, "LC_ALL": "C.UTF-8",
            "HOME": root.appending(path: "home").path, "XDG_DATA_HOME": root.appending(path: "data").path,
            "CONFIGURATION_DIRECTORY": root.appending(path: "etc").path, "NO_COLOR": "1", "USER": "tester",
        ]
    }

    /// New files for the streams of a run: standard input, which has been written, standard output and standard error.
    public func streams(input: Data) throws -> [URL] {
        let run = root.appending(path: "runs/\(UUID().uuidString)")
        let files = ["in", "out", "err"].map { run.appendingPathExtension($0) }
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        return files
    }

    /// The machine's settings.
    public var systemFolder: String { root.appending(path: "etc").path }
    /// The user's settings.
    public var userFolder: String { root.appending(path: "home/.config/ilk").path }
    /// The user's own log.
    public var log: String { root.appending(path: "data/ilk/log.sqlite").path }
}

/// The outcome of a run of a program.
public struct RunOutcome {
    /// The exit status; of a run that a signal ended, 128 and the signal's number.
    public var status: Int32
    /// Standard output.
    public var data: Data
    /// Standard error.
    public var errors: String

    /// Reads the outcome from the files of a run.
    ///
    /// - Parameters:
    ///   - status: The exit status.
    ///   - streams: The files of ``UserMachine/streams(input:)``.
    public init(status: Int32, streams: [URL]) throws {
        self.status = status
        data = try Data(contentsOf: streams[1])
        errors = String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self)
    }

    /// Standard output as text.
    public var output: String { String(decoding: data, as: UTF8.self) }
    /// The lines of standard output.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A way to run `ilk` on a machine.
public protocol MachineUser {
    var machine: UserMachine { get }
}

extension MachineUser {
    /// The folder that runs begin in.
    public var folder: URL { machine.folder }
    /// The machine's settings.
    public var systemFolder: String { machine.systemFolder }
    /// The user's settings.
    public var userFolder: String { machine.userFolder }
    /// The user's own log.
    public var log: String { machine.log }

    /// The path of a file in the working folder.
    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Writes a file into the working folder, and the folders on its way.
    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// The bytes of a file in the working folder.
    public func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

    /// The names in the working folder, hidden ones too.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
