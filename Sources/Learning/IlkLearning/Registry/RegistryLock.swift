import Glibc
import IlkFiles

/// The right to change a registry: one process at a time has it, and the system takes it back from one that is killed.
///
/// An advisory `flock` on a file that stays where it is; who has the lock writes into it what they are about.
struct RegistryLock {
    /// How often who waits looks again, in microseconds.
    private static let pause: UInt32 = 10_000

    private let file: Int32

    /// Waits for the lock and takes it.
    ///
    /// - Parameters:
    ///   - path: The file of the lock.
    ///   - purpose: What it is taken for, as others that wait are told.
    ///   - patience: How long to wait. The thread is blocked meanwhile.
    /// - Throws: ``RegistryError`` with `locked`, naming who has it, or `cannotWrite`.
    init(_ path: String, for purpose: String, patience: Duration) throws(RegistryError) {
        file = PrivateFile.open(path, O_RDWR | O_CREAT)
        guard file >= 0 else { throw .writing(path, errno) }
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: patience)
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
                    hint: "try again when that is done")
            }
            usleep(Self.pause)
        }
        let holder = Array("process \(getpid()) (\(purpose))".utf8.prefix(200))
        // That others can read who has the lock is a courtesy: it does not matter when the disk is full.
        _ = ftruncate(file, 0)
        _ = holder.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    }

    /// Gives it back.
    func release() {
        _ = ftruncate(file, 0)
        // Said, and not left to closing: a child that is just being started has the file too, until it is another program.
        flock(file, LOCK_UN)
        close(file)
    }

    /// What the holder wrote.
    private static func content(of file: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
