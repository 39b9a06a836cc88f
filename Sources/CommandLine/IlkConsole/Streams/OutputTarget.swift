import Glibc
import IlkFiles

/// A destination for output: a new file, an existing file that may be replaced, a pipe or a device.
///
/// A regular file gets its name only when it is complete. Until then, the content is in a hidden file in the
/// same folder. By default, only the owner can read the file. The hidden file is removed if writing fails.
/// Pipes and devices are written directly.
package struct OutputTarget {
    package let path: String
    /// `true` if an existing file may be replaced.
    package let isForced: Bool
    /// `true` if a replaced file keeps its permissions.
    private let keepsMode: Bool
    private let inputs: [String]

    /// The type of destination.
    private enum Place {
        /// A regular file, which need not exist.
        case file(String)
        /// A pipe, a socket or a device.
        case device
    }

    /// Creates and checks a destination.
    ///
    /// - Parameter inputs: The files that the command reads. They are never replaced.
    /// - Throws: `cannotCreate` if the file exists and must not be replaced, or `usage` if the file is one of
    ///   `inputs`.
    package init(
        _ path: String, isForced: Bool, keepsMode: Bool = false, inputs: [String]
    ) throws(CommandError) {
        self.path = path
        self.isForced = isForced
        self.keepsMode = keepsMode
        self.inputs = inputs
        _ = try place()
    }

    /// Writes bytes as the whole content.
    ///
    /// - Throws: `cannotCreate` if the file cannot be created, `inputOutput` if writing fails.
    package func write(_ bytes: [UInt8]) throws(CommandError) {
        let draft = try begin()
        defer { _ = close(draft.descriptor) }
        do throws(CommandError) {
            draft.writer.append(bytes)
            try end(draft)
        } catch {
            discard(draft)
            throw error
        }
    }

    /// Writes the bytes that a function appends.
    ///
    /// - Returns: The function's result.
    /// - Throws: `cannotCreate` if the file cannot be created or another program created it in the meantime,
    ///   `inputOutput` if writing fails, and any error of `body`. No file is created or replaced in any of
    ///   these cases.
    package func write<Outcome>(_ body: (OutputWriter) async throws -> Outcome) async throws -> Outcome {
        let draft = try begin()
        defer { _ = close(draft.descriptor) }
        do {
            let outcome = try await body(draft.writer)
            try end(draft)
            return outcome
        } catch {
            discard(draft)
            throw error
        }
    }

    /// Checks that the destination is a regular file, for writers that need one.
    ///
    /// - Throws: `cannotCreate` for a pipe or a device.
    package func requireFile() throws(CommandError) {
        guard try !isFile() else { return }
        throw CommandError(
            .cannotCreate, "a database cannot be written to a pipe or a device", at: path,
            hint: "use a regular file")
    }

    /// Returns `true` for a regular file, `false` for a pipe or a device.
    ///
    /// - Throws: The errors of ``init(_:isForced:keepsMode:inputs:)``.
    package func isFile() throws(CommandError) -> Bool {
        if case .file = try place() { true } else { false }
    }

    /// Returns the files of a database. A command that reads the database must not replace any of them.
    package static func files(ofStore path: String) -> [String] {
        ["", "-wal", "-shm", "-journal", ".lock", ".ledger", ".sync", ".sync-wal", ".sync-shm"].map {
            path + $0
        }
    }

    // MARK: Checks

    private func place() throws(CommandError) -> Place {
        if Self.descriptor(named: path) != nil { return .device }
        try rejectInputs()
        var status = stat()
        guard stat(path, &status) == 0 else {
            // A symbolic link whose target is missing also counts as an existing file.
            if lstat(path, &status) == 0, !isForced { throw exists }
            return .file(path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw CommandError(
                .cannotCreate, "cannot create: is a directory", at: path, hint: "add the name of a file")
        case S_IFREG: break
        default: return .device
        }
        guard isForced else { throw exists }
        // The link stays, and its target is replaced.
        guard let real = realpath(path, nil) else { return .file(path) }
        defer { free(real) }
        return .file(String(cString: real))
    }

    private var exists: CommandError {
        CommandError(
            .cannotCreate, "the output file exists", at: path,
            hint: "replace it with --force, or use another file")
    }

    private func rejectInputs() throws(CommandError) {
        for input in inputs where Self.isSame(input, path) {
            throw CommandError(
                .usage, "the output file is also an input", at: path,
                hint: "use another output file")
        }
    }

    /// Returns `true` if two names refer to one file. A file that does not exist matches only the identical
    /// name.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        guard stat(first, &one) == 0, stat(second, &other) == 0 else { return first == second }
        return one.st_ino == other.st_ino && one.st_dev == other.st_dev
            && one.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the open descriptor for a name in `/dev`, such as `/dev/stdout`. If standard output is a file,
    /// opening this name again would write from the beginning of the file.
    private static func descriptor(named path: String) -> Int32? {
        switch path {
        case "/dev/stdout": CommandEnvironment.current.output
        case "/dev/stderr": CommandEnvironment.current.errors
        default: path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst("/dev/fd/".count)) : nil
        }
    }

    // MARK: Writing

    private struct Draft {
        var descriptor: Int32
        var writer: OutputWriter
        /// The names of the hidden file and the final file, or `nil` for a device.
        var names: (draft: String, file: String)?
    }

    private func begin() throws(CommandError) -> Draft {
        switch try place() {
        case .device: return try draft(Self.descriptor(named: path).map { dup($0) } ?? openDevice())
        case .file(let file):
            let slash = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
            let mark = String(UInt32.random(in: .min ... .max), radix: 36)
            let hidden = "\(file[..<slash]).\(file[slash...]).\(mark).draft"
            var draft = try draft(PrivateFile.open(hidden, O_WRONLY | O_CREAT | O_EXCL))
            draft.names = (hidden, file)
            return draft
        }
    }

    private func draft(_ descriptor: Int32) throws(CommandError) -> Draft {
        guard descriptor >= 0 else {
            let error = SystemError.last
            throw CommandError(
                .cannotCreate, "cannot create: \(error.words)", at: path,
                hint: error.number == ENOENT ? "create the folder first" : nil)
        }
        return Draft(
            descriptor: descriptor,
            writer: OutputWriter(descriptor: descriptor, name: path, flushesEachRecord: false))
    }

    private func openDevice() -> Int32 { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }

    private func end(_ draft: Draft) throws(CommandError) {
        try draft.writer.flush()
        guard let names = draft.names else { return }
        var status = stat()
        if keepsMode, stat(names.file, &status) == 0,
            fchmod(draft.descriptor, status.st_mode & 0o777) != 0
        {
            throw CommandError(.cannotCreate, "cannot create: \(SystemError.last.words)", at: path)
        }
        guard fsync(draft.descriptor) == 0 else {
            throw CommandError(.inputOutput, "cannot write: \(SystemError.last.words)", at: path)
        }
        // Another program may have created the file since the first check.
        _ = try place()
        guard rename(names.draft, names.file) == 0 else {
            throw CommandError(.cannotCreate, "cannot create: \(SystemError.last.words)", at: path)
        }
        syncFolder(of: names.file)
    }

    private func discard(_ draft: Draft) {
        if let names = draft.names { _ = unlink(names.draft) }
    }

    /// Syncs the folder. An error is ignored because the file itself is complete.
    private func syncFolder(of file: String) {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }
}
