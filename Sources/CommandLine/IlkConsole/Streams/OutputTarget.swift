import Glibc
import IlkFiles

/// A place that a command may write to: a new file, a file that the user permits to replace, a pipe or a device.
///
/// A regular file appears under its name only when it is complete, and is readable by its owner only. Until then its
/// content is in a hidden file beside it, which is removed if writing fails. Pipes and devices are written directly.
package struct OutputTarget {
    /// The path from the command line.
    package let path: String
    /// `true` if an existing file may be replaced.
    package let isForced: Bool
    /// `true` if a file that is replaced keeps its permissions.
    private let keepsMode: Bool
    private let inputs: [String]

    /// The kinds of places.
    private enum Place {
        /// The file of this name, which may be missing.
        case file(String)
        /// A pipe, a socket or a device.
        case device
    }

    /// A place that has been checked.
    ///
    /// - Parameters:
    ///   - path: The name of the file.
    ///   - isForced: `true` if an existing file may be replaced.
    ///   - keepsMode: `true` if a file that is replaced keeps its permissions.
    ///   - inputs: The files that the command reads. They are never replaced.
    /// - Throws: `cannotCreate` if a file exists and may not be replaced, `usage` if it is one of `inputs`.
    package init(
        _ path: String, isForced: Bool, keepsMode: Bool = false, inputs: [String]
    ) throws(CommandFailure) {
        self.path = path
        self.isForced = isForced
        self.keepsMode = keepsMode
        self.inputs = inputs
        _ = try place()
    }

    /// Writes all of it.
    ///
    /// - Throws: As ``write(_:)-swift.method``.
    package func write(_ bytes: [UInt8]) throws(CommandFailure) {
        let draft = try begin()
        defer { _ = close(draft.descriptor) }
        do throws(CommandFailure) {
            draft.writer.append(bytes)
            try end(draft)
        } catch {
            discard(draft)
            throw error
        }
    }

    /// Writes what a function appends.
    ///
    /// - Returns: The function's result.
    /// - Throws: `cannotCreate` if the file cannot be made or was made by another program meanwhile, `inputOutput` if
    ///   writing fails, and any error of `body`. Then no file has been made or replaced.
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

    /// Checks that a regular file can be made here, for a writer that needs one.
    ///
    /// - Throws: `cannotCreate` for a pipe or a device.
    package func requireFile() throws(CommandFailure) {
        guard try !isFile() else { return }
        throw CommandFailure(
            .cannotCreate, "a database cannot be written to a pipe or a device", at: path,
            hint: "name a regular file")
    }

    /// Returns `true` if a regular file is made here, `false` for a pipe or a device.
    ///
    /// - Throws: As ``init(_:isForced:inputs:)``.
    package func isFile() throws(CommandFailure) -> Bool {
        if case .file = try place() { true } else { false }
    }

    /// The files of a database: no command that reads it may replace one of them.
    package static func files(ofStore path: String) -> [String] {
        ["", "-wal", "-shm", "-journal", ".lock", ".ledger", ".sync", ".sync-wal", ".sync-shm"].map {
            path + $0
        }
    }

    // MARK: Checks

    private func place() throws(CommandFailure) -> Place {
        if Self.descriptor(named: path) != nil { return .device }
        try refuseInputs()
        var status = stat()
        guard stat(path, &status) == 0 else {
            // A symbolic link whose target is missing is a file that exists, too.
            if lstat(path, &status) == 0, !isForced { throw exists }
            return .file(path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw CommandFailure(.cannotCreate, "cannot create: is a directory", at: path)
        case S_IFREG: break
        default: return .device
        }
        guard isForced else { throw exists }
        // The link stays, and the file that it names is replaced.
        guard let real = realpath(path, nil) else { return .file(path) }
        defer { free(real) }
        return .file(String(cString: real))
    }

    private var exists: CommandFailure {
        CommandFailure(
            .cannotCreate, "the output file exists", at: path,
            hint: "replace it with --force, or name another file")
    }

    private func refuseInputs() throws(CommandFailure) {
        for input in inputs where Self.isSame(input, path) {
            throw CommandFailure(
                .usage, "the output file is an input: it would be lost", at: path,
                hint: "name another output file")
        }
    }

    /// `true` if two names are of one file. A file that is missing has no other names.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        guard stat(first, &one) == 0, stat(second, &other) == 0 else { return first == second }
        return one.st_ino == other.st_ino && one.st_dev == other.st_dev
            && one.st_mode & S_IFMT == S_IFREG
    }

    /// The open descriptor that a name of `/dev` stands for: opening it anew would begin at the start of a file again.
    private static func descriptor(named path: String) -> Int32? {
        switch path {
        case "/dev/stdout": Surroundings.current.output
        case "/dev/stderr": Surroundings.current.errors
        default: path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst("/dev/fd/".count)) : nil
        }
    }

    // MARK: Writing

    private struct Draft {
        var descriptor: Int32
        var writer: OutputWriter
        /// The hidden file and the file that it becomes; `nil` for a device.
        var names: (draft: String, file: String)?
    }

    private func begin() throws(CommandFailure) -> Draft {
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

    private func draft(_ descriptor: Int32) throws(CommandFailure) -> Draft {
        guard descriptor >= 0 else {
            throw CommandFailure(.cannotCreate, "cannot create: \(SystemFault.last.words)", at: path)
        }
        return Draft(
            descriptor: descriptor,
            writer: OutputWriter(descriptor: descriptor, name: path, flushesEachRecord: false))
    }

    private func openDevice() -> Int32 { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }

    private func end(_ draft: Draft) throws(CommandFailure) {
        try draft.writer.flush()
        guard let names = draft.names else { return }
        var status = stat()
        if keepsMode, stat(names.file, &status) == 0,
            fchmod(draft.descriptor, status.st_mode & 0o777) != 0
        {
            throw CommandFailure(.cannotCreate, "cannot create: \(SystemFault.last.words)", at: path)
        }
        guard fsync(draft.descriptor) == 0 else {
            throw CommandFailure(.inputOutput, "cannot write: \(SystemFault.last.words)", at: path)
        }
        // Another program may have made a file since the first check.
        _ = try place()
        guard rename(names.draft, names.file) == 0 else {
            throw CommandFailure(.cannotCreate, "cannot create: \(SystemFault.last.words)", at: path)
        }
        syncFolder(of: names.file)
    }

    private func discard(_ draft: Draft) {
        if let names = draft.names { _ = unlink(names.draft) }
    }

    /// A folder that cannot be opened or synced leaves a complete file all the same.
    private func syncFolder(of file: String) {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }
}
