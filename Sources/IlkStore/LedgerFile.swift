import Glibc
import IlkFiles
import Synchronization

/// The file beside a database, `FILE.ledger`, in which every running journal of every process has a ``LedgerSlot``.
///
/// It is mapped and shared: what stands there is the kernel's, so killing a process takes nothing back. Whoever has a
/// slot holds a lock on its first byte that the kernel lets go of at its death: a slot that has a run and no lock is
/// that of a journal that crashed. All blocks are allocated when the file is made: with holes in it, counting on a
/// full disk would end the process (SIGBUS).
///
/// Not promised: anything after a power cut, but that the accounts balance.
final class LedgerFile: Sendable {
    /// As many journals can be open on one file.
    static let slots = 128
    private static let length = slots * LedgerSlot.stride

    let path: String
    private let descriptor: Int32
    private let isWritable: Bool

    /// Opens the file, and makes it where it is missing and `isWritable`.
    ///
    /// - Throws: ``StoreError``.
    init(path: String, isWritable: Bool) throws {
        self.path = path
        self.isWritable = isWritable
        let flags = isWritable ? O_RDWR | O_CREAT : O_RDONLY
        descriptor = PrivateFile.open(path, flags)
        guard descriptor >= 0 else { throw StoreError.creating(path, errno: errno) }
        guard isWritable else { return }
        let failure = posix_fallocate(descriptor, 0, Self.length)
        guard failure == 0 else {
            throw StoreError(
                code: failure == ENOSPC ? .full : .io, path: path,
                detail: "cannot make room: \(String(cString: strerror(failure)))")
        }
    }

    deinit { close(descriptor) }

    /// A slot for a run, to be held until it is let go.
    ///
    /// - Returns: Nil when all slots are taken or the file cannot be mapped.
    func claim(_ run: JournalRun) -> LedgerSlot? {
        // A descriptor of its own: locks belong to it, and two journals of one process must exclude each other.
        let own = PrivateFile.open(path, O_RDWR)
        guard own >= 0 else { return nil }
        guard let base = Self.map(own, PROT_READ | PROT_WRITE) else {
            close(own)
            return nil
        }
        for place in 0..<Self.slots where Self.lock(own, place, F_WRLCK) {
            let address = UInt(bitPattern: base)
            let slot = LedgerSlot(at: base + place * LedgerSlot.stride) { Self.unmap(address, own) }
            guard slot.run == nil else {
                // Of one that died, and not settled yet: not ours to take. Nothing of it is let go of here.
                slot.disown()
                _ = Self.lock(own, place, F_UNLCK)
                continue
            }
            slot.begin(run)
            return slot
        }
        Self.unmap(UInt(bitPattern: base), own)
        return nil
    }

    /// What stands in the slots that have a run, and whether its journal lives.
    struct Entry {
        var place: Int
        var run: JournalRun
        var counts: LedgerCounts
        var process: Int32
        var isAlive: Bool
    }

    /// All slots that have a run.
    ///
    /// - Throws: ``StoreError``.
    func entries() throws -> [Entry] {
        let base = try mapped()
        defer { munmap(base, Self.length) }
        return (0..<Self.slots).compactMap { place in
            let slot = LedgerSlot(at: base + place * LedgerSlot.stride) {}
            guard let run = slot.run else { return nil }
            return Entry(
                place: place, run: run, counts: slot.counts,
                process: Int32(truncatingIfNeeded: slot[.process]),
                isAlive: Self.isLocked(descriptor, place))
        }
    }

    /// Hands all slots of journals that died to `body`, while nobody else can, and frees them when it is done.
    ///
    /// - Throws: ``StoreError``, or what `body` throws; then nothing is freed.
    func settleDead(_ body: ([Entry]) throws -> Void) throws {
        let dead = try entries().filter { !$0.isAlive && Self.lock(descriptor, $0.place, F_WRLCK) }
        guard !dead.isEmpty else { return }
        defer { for entry in dead { _ = Self.lock(descriptor, entry.place, F_UNLCK) } }
        let base = try mapped()
        defer { munmap(base, Self.length) }
        // Read again: who had the slot may have gone on until the lock was free.
        let slots = dead.map { LedgerSlot(at: base + $0.place * LedgerSlot.stride) {} }
        try body(
            zip(dead, slots).compactMap { entry, slot in
                guard let run = slot.run else { return nil }
                var entry = entry
                entry.run = run
                entry.counts = slot.counts
                return entry
            })
        for slot in slots { slot.clear() }
    }

    private func mapped() throws -> UnsafeMutableRawPointer {
        let protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_size >= Self.length,
            let base = Self.map(descriptor, protection)
        else {
            throw StoreError(code: .damaged, path: path, detail: "this is not a ledger of a journal")
        }
        return base
    }
}

extension LedgerFile {
    private static func map(_ descriptor: Int32, _ protection: Int32) -> UnsafeMutableRawPointer? {
        let base = mmap(nil, length, protection, MAP_SHARED, descriptor, 0)
        return base == MAP_FAILED ? nil : base
    }

    private static func unmap(_ address: UInt, _ descriptor: Int32) {
        if let base = UnsafeMutableRawPointer(bitPattern: address) { munmap(base, length) }
        close(descriptor)
    }

    /// Takes or leaves the lock on a slot; it belongs to the open file, so that a process can exclude itself.
    private static func lock(_ descriptor: Int32, _ place: Int, _ kind: Int32) -> Bool {
        var range = range(of: place, kind)
        return fcntl(descriptor, OpenFileLock.set, &range) == 0
    }

    /// Whether somebody else holds the lock on a slot.
    private static func isLocked(_ descriptor: Int32, _ place: Int) -> Bool {
        var range = range(of: place, F_WRLCK)
        return fcntl(descriptor, OpenFileLock.ask, &range) == 0 && range.l_type != Int16(F_UNLCK)
    }

    private static func range(of place: Int, _ kind: Int32) -> Glibc.flock {
        var range = Glibc.flock()
        range.l_type = Int16(kind)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = place * LedgerSlot.stride
        range.l_len = 1
        return range
    }
}
