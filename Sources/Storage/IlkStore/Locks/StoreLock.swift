import Foundation
import Glibc
import IlkFiles

/// The right to write or checkpoint a database file: at any moment one connection has it, over all processes.
///
/// SQLite before 3.51.3 can lose frames when two connections of one file in WAL mode write and checkpoint at the
/// same moment. So every write transaction and every checkpoint happens inside this lock: an advisory `flock` on
/// `FILE.lock`, which the kernel lets go of when its holder dies. The lock file holds the last holder's process id
/// and program, and is never deleted: two processes that lock two files of the same name would exclude nobody.
///
/// Not promised: fairness, and protection from programs that do not take the lock.
public final class StoreLock: Sendable {
    /// The lock file.
    public let path: String
    private let descriptor: Int32

    /// Opens, and where missing makes, the lock file; takes no lock.
    ///
    /// - Throws: ``StoreError`` with `noPermission` or `cannotCreate`.
    public init(path: String) throws {
        self.path = path
        descriptor = PrivateFile.open(path, O_RDWR | O_CREAT)
        guard descriptor >= 0 else { throw StoreError.creating(path, errno: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Runs `body` while holding the lock.
    ///
    /// - Parameter patience: How long to wait for another holder. The calling thread is blocked meanwhile.
    /// - Throws: ``StoreError`` with `busy` that names the holder, or what `body` throws.
    public func withLock<Result>(patience: Duration, _ body: () throws -> Result) throws -> Result {
        try acquire(patience: patience)
        defer { _ = flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// The lock while it is held: let go of with the last reference.
    public final class Held: Sendable {
        private let lock: StoreLock

        fileprivate init(_ lock: StoreLock) { self.lock = lock }

        deinit { _ = flock(lock.descriptor, LOCK_UN) }
    }

    /// Takes the lock for work that goes over more than one call.
    ///
    /// - Parameter patience: How long to wait for another holder. The calling thread is blocked meanwhile.
    /// - Throws: ``StoreError`` with `busy` that names the holder.
    public func held(patience: Duration) throws -> Held {
        try acquire(patience: patience)
        return Held(self)
    }

    /// Who the lock file names: the present holder, or the last one.
    public var lastHolder: LockHolder? {
        var bytes = [UInt8](repeating: 0, count: Self.signatureLength)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return LockHolder(signature: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Through the turnstile to the lock. Whoever stands in the turnstile is next: without it, a writer that
    /// comes back at once would win over those who wait between two looks, for as long as it likes.
    private func acquire(patience: Duration) throws {
        let deadline = ContinuousClock.now + patience
        try poll(until: deadline, patience, longestPause: 5_000) { turn(Int16(F_WRLCK)) }
        defer { _ = turn(Int16(F_UNLCK)) }
        try poll(until: deadline, patience, longestPause: 500) { flock(descriptor, LOCK_EX | LOCK_NB) }
        signName()
    }

    /// Tries until it works, with pauses in microseconds.
    private func poll(
        until deadline: ContinuousClock.Instant, _ patience: Duration, longestPause: UInt32,
        _ attempt: () -> Int32
    ) throws {
        var pause: UInt32 = 50
        while attempt() != 0 {
            let reason = errno
            guard reason == EWOULDBLOCK || reason == EACCES || reason == EINTR else {
                throw StoreError(
                    code: .io, path: path, detail: "cannot lock: \(String(cString: strerror(reason)))")
            }
            guard ContinuousClock.now < deadline else { throw heldByAnother(patience) }
            usleep(pause)
            pause = min(pause * 2, longestPause)
        }
    }

    /// Takes or leaves the turnstile: a lock on the first byte of the lock file that belongs to the open file, as
    /// `flock` does, and not to the process. The two kinds of lock know nothing of each other.
    private func turn(_ kind: Int16) -> Int32 {
        var range = Glibc.flock()
        range.l_type = kind
        range.l_whence = Int16(SEEK_SET)
        range.l_len = 1
        return fcntl(descriptor, OpenFileLock.set, &range)
    }

    /// As many bytes each time, over the previous holder's: one call, no truncation.
    private func signName() {
        // A lock without a name is still a lock: the result does not matter.
        _ = Self.signature.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Ten digits of the process id, a space, the program's name, and a line's end: 64 bytes.
    private static let signature: [UInt8] = {
        let digits = String(getpid())
        let program =
            (CommandLine.arguments.first ?? "").split(separator: "/").last ?? "a program without a name"
        let head = Array(String(repeating: " ", count: max(0, 10 - digits.count)).utf8) + Array(digits.utf8)
        let name = Array(program.utf8.prefix(signatureLength - head.count - 2))
        let line = head + [UInt8(ascii: " ")] + name
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: signatureLength - 1 - line.count)
        return line + padding + [UInt8(ascii: "\n")]
    }()

    private static let signatureLength = 64

    private func heldByAnother(_ patience: Duration) -> StoreError {
        let holder = lastHolder.map(\.description) ?? "another process"
        return StoreError(
            code: .busy, path: path,
            detail: "\(holder) has been writing for \(patience); try again when it is done")
    }
}

extension StoreError {
    /// Why a file could not be opened or made, by `errno`.
    static func creating(_ path: String, errno reason: Int32) -> StoreError {
        let denied = reason == EACCES || reason == EPERM || reason == EROFS
        let detail =
            switch reason {
            case ELOOP: "refused: it is a symbolic link, and none is followed here"
            case EINVAL: "refused: it is not a regular file"
            default: "cannot open for writing: \(String(cString: strerror(reason)))"
            }
        return StoreError(code: denied ? .noPermission : .cannotCreate, path: path, detail: detail)
    }
}
