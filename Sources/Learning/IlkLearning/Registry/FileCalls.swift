import Glibc
import IlkFiles

/// The calls of the system by which the registry changes its folder: each is one step, after which a process may be
/// killed. Tests put calls that fail in their place.
///
/// Each returns what the system's call returns, or `errno` with a minus sign.
protocol FileCalls: Sendable {
    func open(_ path: String, _ flags: Int32) -> Int32
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    func synchronize(_ file: Int32) -> Int32
    func truncate(_ file: Int32, to length: Int) -> Int32
    func rename(_ path: String, to other: String) -> Int32
    func makeFolder(_ path: String) -> Int32
    func remove(_ path: String) -> Int32
    func removeFolder(_ path: String) -> Int32
}

/// The calls of the system as they are. What is made is its owner's alone: a model has words of people's texts.
struct SystemFileCalls: FileCalls {
    func open(_ path: String, _ flags: Int32) -> Int32 {
        // A folder is opened to be synced.
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
