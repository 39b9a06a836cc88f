import FoundationEssentials
import Glibc
import IlkFiles

/// The file operations of the registry. Every write to a file is synced before the call returns, so the
/// registry can make a change atomic by the order of its calls.
struct RegistryDisk: Sendable {
    /// The largest file size that is read, in bytes.
    static let largest = 1 << 30

    let calls: any RegistryFileSystem

    // MARK: Changing

    func makeFolders(_ path: String) throws(RegistryError) {
        guard !path.isEmpty, path != "/", status(path) == nil else { return }
        if let slash = path.lastIndex(of: "/") { try makeFolders(String(path[..<slash])) }
        let result = calls.makeFolder(path)
        guard result >= 0 || result == -EEXIST else { throw .writing(path, -result) }
    }

    /// Writes and syncs a file. An existing file is overwritten.
    func create(_ path: String, _ bytes: [UInt8]) throws(RegistryError) {
        try fill(path, O_WRONLY | O_CREAT | O_TRUNC, bytes)
    }

    /// Appends bytes to a file and syncs it. On failure, the file is cut back to its previous length.
    func append(_ bytes: [UInt8], to path: String) throws(RegistryError) {
        let length = status(path)?.size ?? 0
        do throws(RegistryError) {
            try fill(path, O_WRONLY | O_CREAT | O_APPEND, bytes)
        } catch {
            if status(path) != nil { try truncate(path, to: length) }
            throw error
        }
    }

    /// Truncates a file to a length in bytes and syncs it.
    func truncate(_ path: String, to length: Int) throws(RegistryError) {
        try withFile(path, O_WRONLY) { file throws(RegistryError) in
            let result = calls.truncate(file, to: length)
            guard result >= 0 else { throw .writing(path, -result) }
        }
    }

    private func fill(_ path: String, _ flags: Int32, _ bytes: [UInt8]) throws(RegistryError) {
        try withFile(path, flags) { file throws(RegistryError) in
            var done = 0
            while done < bytes.count {
                let count = bytes.withUnsafeBytes {
                    calls.write(file, UnsafeRawBufferPointer(rebasing: $0[done...]))
                }
                if count == -Int(EINTR) { continue }
                guard count > 0 else { throw .writing(path, count < 0 ? Int32(-count) : EIO) }
                done += count
            }
        }
    }

    /// Opens a file, passes it to a closure, syncs and closes it.
    private func withFile(
        _ path: String, _ flags: Int32, _ body: (Int32) throws(RegistryError) -> Void
    ) throws(RegistryError) {
        let file = calls.open(path, flags)
        guard file >= 0 else { throw .writing(path, -file) }
        defer { close(file) }
        try body(file)
        let result = calls.synchronize(file)
        guard result >= 0 else { throw .writing(path, -result) }
    }

    /// Syncs a folder, so that creations, renames and removals in it survive a power failure.
    func sync(folder: String) throws(RegistryError) {
        try withFile(folder, O_RDONLY | O_DIRECTORY) { _ throws(RegistryError) in }
    }

    func rename(_ path: String, to other: String) throws(RegistryError) {
        let result = calls.rename(path, to: other)
        guard result >= 0 else { throw .writing(other, -result) }
    }

    /// Removes a file, or a folder and its files. A missing file is no error.
    func remove(_ path: String) throws(RegistryError) {
        guard let status = status(path) else { return }
        var result: Int32
        if status.kind == S_IFDIR {
            for name in try names(in: path) { try remove(path + "/" + name) }
            result = calls.removeFolder(path)
        } else {
            result = calls.remove(path)
        }
        guard result >= 0 || result == -ENOENT else { throw .writing(path, -result) }
    }

    // MARK: Reading

    /// The status of a file. Symbolic links are not followed.
    struct Status {
        /// The file type: `S_IFREG`, `S_IFDIR`, `S_IFLNK` or another.
        var kind: mode_t
        var mode: mode_t
        var size: Int
    }

    func status(_ path: String) -> Status? {
        var found = stat()
        guard lstat(path, &found) == 0 else { return nil }
        return Status(kind: found.st_mode & S_IFMT, mode: found.st_mode & 0o7777, size: Int(found.st_size))
    }

    /// Returns `true` if a path is a folder. Symbolic links are followed.
    func isFolder(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the sorted names in a folder. A missing folder has none.
    func names(in folder: String) throws(RegistryError) -> [String] {
        guard isFolder(folder) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw RegistryError(
                .cannotRead, "\(folder): cannot read the folder\(SystemError.reason(opening: folder))")
        }
    }

    /// Returns the bytes of a regular file, or `nil` if there is none. A symbolic link is an error.
    func read(_ path: String) throws(RegistryError) -> [UInt8]? {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            if errno == ELOOP { throw Self.link(path) }
            throw .reading(path, errno)
        }
        defer { close(file) }
        var found = stat()
        guard fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            throw RegistryError(.cannotRead, "\(path): not a regular file")
        }
        guard found.st_size <= Self.largest else {
            throw RegistryError(.cannotRead, "\(path): the file is larger than 1 GiB")
        }
        var bytes = [UInt8](repeating: 0, count: Int(found.st_size))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .reading(path, errno) }
            if count == 0 { break }
            done += count
        }
        bytes.removeLast(bytes.count - done)
        return bytes
    }

    /// Rejects symbolic links and world-writable files.
    func check(_ path: String) throws(RegistryError) {
        guard let status = status(path) else { return }
        if status.kind == S_IFLNK { throw Self.link(path) }
        guard status.mode & S_IWOTH == 0 else {
            throw RegistryError(
                .unsafe, "refusing to use \(path): any user can change it",
                hint: "remove the permission with: chmod o-w \(path)")
        }
    }

    private static func link(_ path: String) -> RegistryError {
        RegistryError(
            .unsafe, "refusing to use \(path): it is a symbolic link",
            hint: "import the file instead, with: ilk model import FILE")
    }
}
