import Glibc
import IlkFiles

/// The file `FILE.ledger` next to a database, with a ``LedgerSlot`` for every running journal of every
/// process.
///
/// The owner of a slot maps the file as shared memory, so killing the process loses no counts. The owner also
/// holds a lock on the first byte of its slot. The kernel releases the lock when the process ends. A slot
/// with a run but without a lock belongs to a journal that crashed. All blocks are allocated when the file is
/// created, because a memory write to an unallocated block on a full disk would kill the process (SIGBUS).
///
/// The first 16 KiB are format 1, whose words have no checksum. Older versions of Ilk use format 1; this
/// version only reads it. The next 16 KiB are format 2, which older versions neither read nor truncate.
/// Journals of old and new versions can therefore use one file at the same time.
///
/// Readers never map the file, so that a truncated file cannot kill them.
///
/// After a power cut, the latest counts may be missing, but the ledger is still balanced
/// (``JournalLedger/isBalanced``).
final class LedgerFile: Sendable {
    /// The maximum number of journals that can be open on one file.
    static let slots = 128
    private static let formatLength = slots * LedgerSlot.stride
    static let length = 2 * formatLength

    let path: String
    private let descriptor: Int32
    /// The number of missing slots when the file was opened, before it was extended to its full length.
    let missingSlotsAtOpening: Int

    /// Opens the file. Creates it if it is missing and `isWritable` is `true`.
    ///
    /// - Throws: ``StoreError``.
    init(path: String, isWritable: Bool) throws {
        self.path = path
        let flags = isWritable ? O_RDWR | O_CREAT : O_RDONLY
        descriptor = PrivateFile.open(path, flags)
        guard descriptor >= 0 else { throw StoreError.creating(path, errno: errno) }
        missingSlotsAtOpening = Self.cutSlots(of: descriptor)
        guard isWritable else { return }
        let failure = posix_fallocate(descriptor, 0, Self.length)
        guard failure == 0 else {
            throw StoreError(
                code: failure == ENOSPC ? .full : .io, path: path,
                detail: "cannot allocate space: \(String(cString: strerror(failure)))")
        }
    }

    deinit { close(descriptor) }

    /// Returns a slot for a run, or `nil` if all are in use or the file cannot be mapped.
    func acquireSlot(_ run: JournalRun) -> LedgerSlot? {
        // Each journal needs a separate descriptor, because locks belong to the descriptor, and two journals
        // of one process must exclude each other.
        let own = PrivateFile.open(path, O_RDWR)
        guard own >= 0 else { return nil }
        var facts = stat()
        // Checked immediately before mapping: a memory write beyond the end of a file kills the process.
        guard fstat(own, &facts) == 0, facts.st_size >= Self.length,
            let base = mmap(nil, Self.length, PROT_READ | PROT_WRITE, MAP_SHARED, own, 0), base != MAP_FAILED
        else {
            close(own)
            return nil
        }
        let address = UInt(bitPattern: base)
        for place in Self.slots..<2 * Self.slots where Self.lock(own, place, F_WRLCK) {
            let first = base + place * LedgerSlot.stride
            let words = UnsafeRawBufferPointer(start: first, count: LedgerSlot.stride).bindMemory(
                to: UInt64.self)
            guard LedgerContent(Array(words)[...], at: place) == .free else {
                // The slot is damaged, or belongs to a crashed journal that is not settled yet.
                _ = Self.lock(own, place, F_UNLCK)
                continue
            }
            return LedgerSlot(at: first, place: place, run: run) { Self.unmap(address, own) }
        }
        Self.unmap(address, own)
        return nil
    }

    private static func unmap(_ address: UInt, _ descriptor: Int32) {
        if let base = UnsafeMutableRawPointer(bitPattern: address) { munmap(base, length) }
        close(descriptor)
    }

    /// A slot that is not free.
    struct Entry {
        var place: Int
        var content: LedgerContent
        /// `true` if a journal holds the slot.
        var isAlive: Bool

        /// The process of the journal, if the slot is intact.
        var process: Int32? {
            if case .run(_, let process, _) = content { process } else { nil }
        }
    }

    /// Returns all slots that are not free.
    ///
    /// - Throws: ``StoreError``.
    func entries() throws -> [Entry] {
        var contents = try contents()
        // A slot may be read while it is being written. A damaged slot is still damaged when read again.
        for _ in 0..<3 where contents.contains(where: \.isDamaged) { contents = try self.contents() }
        return contents.enumerated().compactMap { place, content in
            guard content != .free else { return nil }
            return Entry(
                place: place, content: content,
                isAlive: isLocked(from: place * LedgerSlot.stride, count: 1))
        }
    }

    /// The number of slots that are missing because the file was truncated.
    var cutSlots: Int { Self.cutSlots(of: descriptor) }

    private static func cutSlots(of descriptor: Int32) -> Int {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return 0 }
        let size = Int(facts.st_size)
        guard size > 0, size != formatLength, size < length else { return 0 }
        let whole = size < formatLength ? formatLength : length
        return (whole - size + LedgerSlot.stride - 1) / LedgerSlot.stride
    }

    /// `true` if a journal of any process holds a slot, whatever its content.
    var isInUse: Bool { isLocked(from: 0, count: Self.length) }

    /// Passes the slots of all ended and crashed journals to a closure, and then frees the slots. Meanwhile
    /// the slots are locked, so that no other process does the same.
    ///
    /// - Throws: ``StoreError``, or errors of `body`. After an error, no slot is freed.
    func settleDead(_ body: ([Entry]) throws -> Void) throws {
        let dead = try entries().filter { !$0.isAlive && Self.lock(descriptor, $0.place, F_WRLCK) }
        defer { for entry in dead { _ = Self.lock(descriptor, entry.place, F_UNLCK) } }
        // Read again: the owner may have counted until the lock was released.
        let contents = dead.isEmpty ? [] : try contents()
        let rest = dead.compactMap { entry in
            contents[entry.place] == .free
                ? nil : Entry(place: entry.place, content: contents[entry.place], isAlive: false)
        }
        try body(rest)
        for entry in rest { try clear(entry.place) }
    }
}

// MARK: - Words and locks

extension LedgerFile {
    /// Returns the content of all slots. Words beyond the end of the file count as zeros.
    private func contents() throws -> [LedgerContent] {
        let words = try words()
        return (0..<2 * Self.slots).map { place in
            let slot = words[place * LedgerSlot.words..<(place + 1) * LedgerSlot.words]
            return place < Self.slots ? LedgerContent(format1: slot) : LedgerContent(slot, at: place)
        }
    }

    private func words() throws -> [UInt64] {
        var words = [UInt64](repeating: 0, count: 2 * Self.slots * LedgerSlot.words)
        var done = 0
        while done < Self.length {
            let count = words.withUnsafeMutableBytes { bytes in
                pread(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[done...]).baseAddress,
                    bytes.count - done,
                    done)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw StoreError(
                    code: .io, path: path, detail: "cannot read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { break }
            done += count
        }
        return words
    }

    /// Frees a slot. Its lock must be held.
    private func clear(_ place: Int) throws {
        let start = place * LedgerSlot.stride
        // A reader treats a slot of format 2 with counts but without a run as damaged, so the counts are
        // cleared first. In format 1 the first word alone marks a slot as free.
        let counts = LedgerSlot.Word.process.rawValue * MemoryLayout<UInt64>.stride
        let parts = [(start + counts, LedgerSlot.stride - counts), (start, counts)]
        for (offset, length) in place < Self.slots ? parts.reversed() : parts {
            let zeros = [UInt8](repeating: 0, count: length)
            guard pwrite(descriptor, zeros, length, offset) == length else {
                throw StoreError(
                    code: .io, path: path, detail: "cannot write: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Acquires or releases the lock of a slot. The lock belongs to the open file description, so it also
    /// excludes other descriptors of the same process.
    private static func lock(_ descriptor: Int32, _ place: Int, _ kind: Int32) -> Bool {
        var range = range(from: place * LedgerSlot.stride, count: 1, kind)
        return fcntl(descriptor, OpenFileLock.set, &range) == 0
    }

    /// `true` if another open file has a lock in a range of bytes.
    private func isLocked(from offset: Int, count: Int) -> Bool {
        var range = Self.range(from: offset, count: count, F_WRLCK)
        return fcntl(descriptor, OpenFileLock.getLock, &range) == 0 && range.l_type != Int16(F_UNLCK)
    }

    private static func range(from offset: Int, count: Int, _ kind: Int32) -> Glibc.flock {
        var range = Glibc.flock()
        range.l_type = Int16(kind)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = offset
        range.l_len = count
        return range
    }
}
