import IlkFiles

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is written whole or not at all.
package enum WholeFile {
    /// Writes a file: under another name in the same folder, synced, then renamed. Whoever reads meanwhile has the old
    /// file or the new one. A symbolic link to a file stays, and its target is replaced: the user named it. A new file
    /// has mode 0600; a file that is replaced keeps its permissions.
    ///
    /// - Throws: `cannotCreate` when the file cannot be made there, `inputOutput` when writing fails.
    package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let target = try resolve(path)
        let mark = String(UInt32.random(in: .min ... .max), radix: 36)
        let draft = "\(folder(of: target)).\(name(of: target)).\(mark).draft"
        let file = PrivateFile.open(draft, O_WRONLY | O_CREAT | O_EXCL)
        guard file >= 0 else {
            throw CommandFailure(.cannotCreate, "cannot create: \(SystemFault.last.words)", at: path)
        }
        do throws(CommandFailure) {
            try keepMode(of: target, file, path)
            try fill(file, bytes, path)
            guard rename(draft, target) == 0 else {
                throw CommandFailure(.cannotCreate, "cannot create: \(SystemFault.last.words)", at: path)
            }
        } catch {
            _ = unlink(draft)
            throw error
        }
        try sync(folder: folder(of: target), path)
    }

    /// Where the bytes will stand: an existing file must be one that can be replaced.
    private static func resolve(_ path: String) throws(CommandFailure) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return path }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw CommandFailure(.cannotCreate, "cannot create: is a directory", at: path)
        default: throw CommandFailure(.cannotCreate, "cannot create: is there and not a file", at: path)
        }
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Gives the draft the permissions of the file that it replaces, if there is one.
    private static func keepMode(of target: String, _ file: Int32, _ path: String) throws(CommandFailure) {
        var status = stat()
        guard stat(target, &status) == 0 else { return }
        guard fchmod(file, status.st_mode & 0o777) == 0 else {
            _ = close(file)
            throw CommandFailure(.cannotCreate, "cannot create: \(SystemFault.last.words)", at: path)
        }
    }

    private static func fill(_ file: Int32, _ bytes: [UInt8], _ path: String) throws(CommandFailure) {
        var isClosed = false
        defer { if !isClosed { _ = close(file) } }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemWrite(file, UnsafeRawBufferPointer(rebasing: $0[written...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw CommandFailure(.inputOutput, "cannot write: \(SystemFault.last.words)", at: path)
            }
            written += count
        }
        guard fsync(file) == 0 else {
            throw CommandFailure(.inputOutput, "cannot write: \(SystemFault.last.words)", at: path)
        }
        isClosed = true
        guard close(file) == 0 else {
            throw CommandFailure(.inputOutput, "cannot write: \(SystemFault.last.words)", at: path)
        }
    }

    private static func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            return Darwin.write(file, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
            return Glibc.write(file, bytes.baseAddress, bytes.count)
        #else
            return Musl.write(file, bytes.baseAddress, bytes.count)
        #endif
    }

    private static func sync(folder: String, _ path: String) throws(CommandFailure) {
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that may be written to but not read cannot be synced: the file is there all the same.
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw CommandFailure(.inputOutput, "cannot write: \(SystemFault.last.words)", at: path)
        }
    }

    /// The folder with its slash, or nothing for the one at hand.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
