import FoundationEssentials
public import Glibc

/// Creates files and folders that only their owner can use: mode 0600 and 0700, regardless of the umask. Ilk
/// creates all of its files with these functions. The functions do not follow a symbolic link in the last
/// component of a path. Otherwise a link that someone places next to a database could redirect a write.
/// Existing files and folders keep their mode.
public enum PrivateFile {
    /// The permissions of a new file.
    public static let fileMode: mode_t = 0o600
    /// The permissions of a new folder.
    public static let folderMode: mode_t = 0o700

    /// Opens a regular file, and creates it if it is missing and `flags` contains `O_CREAT`.
    ///
    /// - Parameters:
    ///   - path: The file. A symbolic link is refused, even if its target is missing.
    ///   - flags: The flags of `open(2)`. `O_CLOEXEC` and `O_NOFOLLOW` are added.
    /// - Returns: The descriptor, or -1 with `errno` set: `ELOOP` for a symbolic link, `EINVAL` for anything
    ///   else that is not a regular file.
    public static func open(_ path: String, _ flags: Int32) -> Int32 {
        // Without O_NONBLOCK, opening a pipe could wait forever for its other end. Regular files ignore this
        // flag.
        let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        guard flags & O_CREAT != 0 else { return regular(Glibc.open(path, flags)) }
        // Another process may create or remove the file between two calls.
        for _ in 0..<100 {
            if flags & O_EXCL == 0 {
                let existing = Glibc.open(path, flags & ~O_CREAT)
                if existing >= 0 || errno != ENOENT { return regular(existing) }
            }
            let created = Glibc.open(path, flags | O_EXCL, fileMode)
            if created >= 0 { return withMode(fileMode, created) }
            if flags & O_EXCL != 0 || errno != EEXIST { return -1 }
        }
        return -1
    }

    /// Creates a folder and its missing parent folders.
    ///
    /// - Parameter path: The folder. An empty path and an existing folder are accepted.
    /// - Returns: 0, or -1 with `errno` set.
    public static func makeFolders(_ path: String) -> Int32 {
        var facts = stat()
        if path.isEmpty || stat(path, &facts) == 0 {
            guard path.isEmpty || facts.st_mode & S_IFMT == S_IFDIR else { return failed(ENOTDIR) }
            return 0
        }
        guard errno == ENOENT else { return -1 }
        let parent = FilePath(path).folder
        if parent != "/", parent != "." {
            guard makeFolders(parent) == 0 else { return -1 }
        }
        // Another process may have created the folder meanwhile.
        if makeFolder(path) == 0 { return 0 }
        guard errno == EEXIST, stat(path, &facts) == 0 else { return -1 }
        return facts.st_mode & S_IFMT == S_IFDIR ? 0 : failed(ENOTDIR)
    }

    /// Creates one folder.
    ///
    /// - Parameter path: The folder. The folder must not exist, but its parent must.
    /// - Returns: 0, or -1 with `errno` set.
    public static func makeFolder(_ path: String) -> Int32 {
        guard mkdir(path, folderMode) == 0 else { return -1 }
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return -1 }
        // A umask can only clear bits. The mode is wrong only if the umask cleared bits of the owner.
        return facts.st_mode & 0o700 == 0o700 ? 0 : chmod(path, folderMode)
    }

    /// Replaces a file atomically: writes a temporary file (a draft) in the same folder, syncs it, and
    /// renames it to the path.
    ///
    /// - Parameters:
    ///   - path: The file. If the path is a symbolic link, the link is replaced and its target is unchanged.
    ///   - bytes: The content.
    /// - Returns: 0, or -1 with `errno` set. After an error the file is unchanged.
    public static func replace(_ path: String, with bytes: UnsafeRawBufferPointer) -> Int32 {
        let place = FilePath(path)
        let mark = String(UInt32.random(in: .min ... .max), radix: 36)
        let draft = "\(place.prefix).\(place.name).\(mark).draft"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL)
        guard file >= 0 else { return -1 }
        var reason = write(bytes, to: file) == 0 && fsync(file) == 0 ? 0 : errno
        if close(file) != 0, reason == 0 { reason = errno }
        if reason == 0, rename(draft, path) != 0 { reason = errno }
        guard reason != 0 else { return 0 }
        unlink(draft)
        return failed(reason)
    }

    /// Removes the drafts that ``replace(_:with:)`` leaves behind if the process is killed.
    ///
    /// - Parameter path: The path that was passed to ``replace(_:with:)``. The file at this path is not
    ///   removed.
    public static func removeDrafts(of path: String) {
        let place = FilePath(path)
        // A missing or unreadable folder has no draft that could be removed.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []  // No drafts.
        for name in names where name.hasPrefix(".\(place.name).") && name.hasSuffix(".draft") {
            unlink(place.prefix + name)
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = Glibc.write(file, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? -1 : failed(EIO) }
            done += count
        }
        return 0
    }

    /// Returns the descriptor if it refers to a regular file; otherwise closes it.
    private static func regular(_ descriptor: Int32) -> Int32 {
        guard descriptor >= 0 else { return -1 }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return failed(EINVAL)
        }
        return descriptor
    }

    private static func withMode(_ mode: mode_t, _ descriptor: Int32) -> Int32 {
        guard fchmod(descriptor, mode) == 0 else {
            let reason = errno
            close(descriptor)
            return failed(reason)
        }
        return descriptor
    }

    private static func failed(_ reason: Int32) -> Int32 {
        errno = reason
        return -1
    }
}
