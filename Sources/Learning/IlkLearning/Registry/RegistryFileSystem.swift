import Glibc
import IlkFiles

/// The system calls with which the registry changes its folder. Tests replace them with failing calls.
///
/// The process may be killed after any of these calls. Each call returns the result of the system call, or
/// `-errno`.
protocol RegistryFileSystem: Sendable {
    func open(_ path: String, _ flags: Int32) -> Int32
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    func synchronize(_ file: Int32) -> Int32
    func truncate(_ file: Int32, to length: Int) -> Int32
    func rename(_ path: String, to other: String) -> Int32
    func makeFolder(_ path: String) -> Int32
    func remove(_ path: String) -> Int32
    func removeFolder(_ path: String) -> Int32
}

/// The real system calls. Files and folders are private to their owner, since a model contains words of the
/// texts.
struct SystemFileCalls: RegistryFileSystem {
    func open(_ path: String, _ flags: Int32) -> Int32 {
        // Folders are opened only for `fsync`.
        let isFolder = flags & O_DIRECTORY != 0
        return result(
            isFolder ? Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW) : PrivateFile.open(path, flags))
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        let count = Glibc.write(file, bytes.baseAddress, bytes.count)
        return count < 0 ? -Int(errno) : count
    }

    func synchronize(_ file: Int32) -> Int32 { result(fsync(file)) }
    func truncate(_ file: Int32, to length: Int) -> Int32 { result(ftruncate(file, length)) }
    func rename(_ path: String, to other: String) -> Int32 { result(Glibc.rename(path, other)) }
    func makeFolder(_ path: String) -> Int32 { result(PrivateFile.makeFolder(path)) }
    func remove(_ path: String) -> Int32 { result(unlink(path)) }
    func removeFolder(_ path: String) -> Int32 { result(rmdir(path)) }

    private func result(_ value: Int32) -> Int32 { value < 0 ? -errno : value }
}
