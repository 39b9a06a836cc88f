import FoundationEssentials
public import Glibc

/// Files and folders that only their owner can use, created with mode 0600 and 0700 whatever the umask.
///
/// Everything that Ilk creates is opened here. The last component of a path is never followed if it is a symbolic link,
/// so that a link placed beside a database cannot redirect a write. Files and folders that exist keep their mode.
public enum PrivateFile {
    /// The permissions of a new file.
    public static let fileMode: mode_t = 0o600
    /// The permissions of a new folder.
    public static let folderMode: mode_t = 0o700

    /// Opens a regular file, and creates it if it is missing and `flags` contains `O_CREAT`.
    ///
    /// - Parameters:
    ///   - path: The file. A symbolic link is refused, also one whose target is missing.
    ///   - flags: The flags of `open(2)`. `O_CLOEXEC` and `O_NOFOLLOW` are added.
    /// - Returns: The descriptor, or -1 with `errno` set: `ELOOP` for a symbolic link, `EINVAL` for anything else that
    ///   is not a regular file.
    public static func open(_ path: String, _ flags: Int32) -> Int32 {
        // Waiting for the other end of a pipe could take forever; a regular file ignores the flag.
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

    /// Creates a folder and the missing folders above it.
    ///
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
        // Another process may have created it meanwhile.
        if makeFolder(path) == 0 { return 0 }
        guard errno == EEXIST, stat(path, &facts) == 0 else { return -1 }
        return facts.st_mode & S_IFMT == S_IFDIR ? 0 : failed(ENOTDIR)
    }

    /// Creates one folder.
    ///
    /// - Returns: 0, or -1 with `errno` set.
    public static func makeFolder(_ path: String) -> Int32 {
        guard mkdir(path, folderMode) == 0 else { return -1 }
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return -1 }
        // A umask can only take bits away: nothing is left to change unless it took some of the owner's.
        return facts.st_mode & 0o700 == 0o700 ? 0 : chmod(path, folderMode)
    }

    /// Writes a file completely or not at all: under another name in the same folder, synced, then renamed.
    ///
    /// - Parameters:
    ///   - path: The file. A file of that name is replaced, and a symbolic link is replaced itself, not its target.
    ///   - bytes: The content.
    /// - Returns: 0, or -1 with `errno` set; then the file is unchanged.
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

    /// Removes the drafts of a file that ``replace(_:with:)`` left if the process was killed.
    ///
    /// - Parameter path: The file. It is not removed itself.
    public static func removeDrafts(of path: String) {
        let place = FilePath(path)
        // A folder that is missing or cannot be read has no draft that could be removed.
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

    /// The descriptor if it is that of a regular file.
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
