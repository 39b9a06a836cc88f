import Glibc
import IlkFiles

/// The lock for changes to a registry. The system releases it if the process is killed.
///
/// The lock is an advisory `flock` on a file that is never removed. The holder writes its process number and
/// purpose into the file.
struct RegistryLock {
    /// The interval between attempts, in microseconds.
    private static let pause: UInt32 = 10_000

    private let file: Int32

    /// Waits for the lock and acquires it.
    ///
    /// - Parameters:
    ///   - path: The lock file.
    ///   - purpose: The purpose, shown to waiting processes.
    ///   - timeout: The longest wait, during which the thread is blocked.
    /// - Throws: ``RegistryError``: `locked` with the holder, or `cannotWrite`.
    init(_ path: String, for purpose: String, timeout: Duration) throws(RegistryError) {
        file = PrivateFile.open(path, O_RDWR | O_CREAT)
        guard file >= 0 else { throw .writing(path, errno) }
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: timeout)
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                let number = errno
                close(file)
                throw .writing(path, number)
            }
            guard clock.now < end else {
                let holder = Self.content(of: file)
                close(file)
                throw RegistryError(
                    .locked, "the models are being changed by \(holder ?? "another process")",
                    hint: "try again later")
            }
            usleep(Self.pause)
        }
        let holder = Array("process \(getpid()) (\(purpose))".utf8.prefix(200))
        // The name of the holder is only informative, so errors are ignored, for example on a full disk.
        _ = ftruncate(file, 0)
        _ = holder.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    }

    func release() {
        _ = ftruncate(file, 0)
        // Closing the file is not enough: a child process between fork and exec shares the open file and its
        // lock.
        flock(file, LOCK_UN)
        close(file)
    }

    private static func content(of file: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
