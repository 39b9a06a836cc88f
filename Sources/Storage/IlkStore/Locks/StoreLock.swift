import Foundation
import Glibc
import IlkFiles

/// The right to write to or checkpoint a database file. At most one connection holds this lock at a time,
/// across all processes.
///
/// SQLite before 3.51.3 can lose frames if two connections to one file in WAL mode write and checkpoint
/// simultaneously. Therefore every write transaction and every checkpoint holds this lock, an advisory
/// `flock` on `FILE.lock` that the kernel releases when its holder dies. The lock file contains the last
/// holder's process id and program. The lock file is never deleted. Otherwise two processes could lock two
/// different files with the same name.
///
/// The lock is not fair, and it does not protect against programs that ignore it.
public final class StoreLock: Sendable {
    /// The path of the lock file.
    public let path: String
    private let descriptor: Int32

    /// Opens the lock file without locking it. Creates the file if it is missing.
    ///
    /// - Parameter path: The path of the lock file.
    /// - Throws: ``StoreError`` with `noPermission` or `cannotCreate`.
    public init(path: String) throws {
        self.path = path
        descriptor = PrivateFile.open(path, O_RDWR | O_CREAT)
        guard descriptor >= 0 else { throw StoreError.creating(path, errno: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Runs a closure while holding the lock.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait for another holder. The calling thread is blocked meanwhile.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError`` with `busy`, which names the holder, or with `io`; errors of `body`.
    public func withLock<Result>(timeout: Duration, _ body: () throws -> Result) throws -> Result {
        try acquire(timeout: timeout)
        defer { _ = flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// A held lock. Releasing the last reference releases the lock.
    public final class Held: Sendable {
        private let lock: StoreLock

        fileprivate init(_ lock: StoreLock) { self.lock = lock }

        deinit { _ = flock(lock.descriptor, LOCK_UN) }
    }

    /// Acquires the lock for work that spans several calls.
    ///
    /// - Parameter timeout: The maximum time to wait for another holder. The calling thread is blocked
    ///   meanwhile.
    /// - Returns: The held lock.
    /// - Throws: ``StoreError`` with `busy`, which names the holder, or with `io`.
    public func heldLock(timeout: Duration) throws -> Held {
        try acquire(timeout: timeout)
        return Held(self)
    }

    /// The holder that the lock file names: the current holder or, if the lock is free, the last holder.
    public var lastHolder: LockHolder? {
        var bytes = [UInt8](repeating: 0, count: Self.signatureLength)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return LockHolder(signature: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Acquires the lock through a turnstile, which is a second lock. The process that holds the turnstile is
    /// next. Without the turnstile, a writer that immediately reacquires the lock would starve processes that
    /// pause between attempts.
    private func acquire(timeout: Duration) throws {
        let deadline = ContinuousClock.now + timeout
        try poll(until: deadline, timeout, longestPause: 5_000) { setTurnstile(Int16(F_WRLCK)) }
        defer { _ = setTurnstile(Int16(F_UNLCK)) }
        try poll(until: deadline, timeout, longestPause: 500) { flock(descriptor, LOCK_EX | LOCK_NB) }
        writeSignature()
    }

    /// Repeats an attempt until it succeeds. Pauses are in microseconds and double up to `longestPause`.
    private func poll(
        until deadline: ContinuousClock.Instant, _ timeout: Duration, longestPause: UInt32,
        _ attempt: () -> Int32
    ) throws {
        var pause: UInt32 = 50
        while attempt() != 0 {
            let reason = errno
            guard reason == EWOULDBLOCK || reason == EACCES || reason == EINTR else {
                throw StoreError(
                    code: .io, path: path, detail: "cannot lock: \(String(cString: strerror(reason)))")
            }
            guard ContinuousClock.now < deadline else { throw heldByAnother(timeout) }
            usleep(pause)
            pause = min(pause * 2, longestPause)
        }
    }

    /// Acquires or releases the turnstile: an open file description lock on the first byte of the lock file.
    /// Like `flock`, this lock belongs to the open file, not to the process. The two types of lock do not
    /// interact.
    private func setTurnstile(_ kind: Int16) -> Int32 {
        var range = Glibc.flock()
        range.l_type = kind
        range.l_whence = Int16(SEEK_SET)
        range.l_len = 1
        return fcntl(descriptor, OpenFileLock.set, &range)
    }

    /// Overwrites the previous holder's signature with one write. All signatures have the same length, so the
    /// file need not be truncated.
    private func writeSignature() {
        // The lock is valid without the signature, so a failed write is ignored.
        _ = Self.signature.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// The content of the lock file, 64 bytes: ten characters for the process id, a space, the program's name
    /// and a newline.
    private static let signature: [UInt8] = {
        let digits = String(getpid())
        let program =
            (CommandLine.arguments.first ?? "").split(separator: "/").last ?? "unknown program"
        let head = Array(String(repeating: " ", count: max(0, 10 - digits.count)).utf8) + Array(digits.utf8)
        let name = Array(program.utf8.prefix(signatureLength - head.count - 2))
        let line = head + [UInt8(ascii: " ")] + name
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: signatureLength - 1 - line.count)
        return line + padding + [UInt8(ascii: "\n")]
    }()

    private static let signatureLength = 64

    private func heldByAnother(_ timeout: Duration) -> StoreError {
        let holder = lastHolder.map(\.description) ?? "another process"
        return StoreError(
            code: .busy, path: path,
            detail: "\(holder) has held the write lock for \(timeout); try again later")
    }
}

extension StoreError {
    /// Returns the error for a file that could not be opened or created, by `errno`.
    static func creating(_ path: String, errno reason: Int32) -> StoreError {
        let denied = reason == EACCES || reason == EPERM || reason == EROFS
        let detail =
            switch reason {
            case ELOOP: "refused: it is a symbolic link"
            case EINVAL: "refused: it is not a regular file"
            default: "cannot open for writing: \(String(cString: strerror(reason)))"
            }
        return StoreError(code: denied ? .noPermission : .cannotCreate, path: path, detail: detail)
    }
}
