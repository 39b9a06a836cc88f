import Glibc
import IlkVocabulary
import Synchronization

/// The counts of one run of a journal, in shared memory that survives the process.
///
/// Stored, quarantined and rejected entries are counted in the database, in the transaction that writes or
/// rejects them. All other entries are counted here, each count in a separate word. A single memory write
/// changes the state of an entry, so the process cannot die between two writes. Entries that were accepted,
/// but have no outcome when the process dies, are lost.
///
/// Every word has a checksum, see ``LedgerWord``. The owner never reads the words. It writes them from its
/// own memory, so that a damaged word of a running journal is repaired by the next commit.
///
/// `@unchecked`: the words are atomics at an address that stays valid until `deinit`.
final class LedgerSlot: @unchecked Sendable {
    enum Word: Int, CaseIterable {
        /// The first 48 bits of the run's id. Written last and cleared first; 0 marks a free slot.
        case runHigh
        /// The next 48 bits and the last 32 bits of the run's id.
        case runMiddle, runLow
        /// The process that owns the slot.
        case process
        /// Entries that were queued, or whose callers wait for room.
        case entered
        case skippedEmpty, droppedFull, droppedClosed, droppedUnwritten
    }

    /// The number of words of a slot, including unused ones.
    static let words = 16
    /// The size of a slot in bytes. Two slots never share a cache line.
    static let stride = words * MemoryLayout<UInt64>.stride

    private let words: UnsafeMutablePointer<Atomic<UInt64>>
    private let place: Int
    /// The constant words, as stored.
    private let identity: [(word: Word, stored: UInt64)]
    /// Unmaps and unlocks the file, or frees plain memory.
    private let release: @Sendable () -> Void

    /// Creates a slot for a run.
    ///
    /// - Parameters:
    ///   - address: The first word. It stays valid until `release` is called.
    ///   - place: The number of the slot in its file.
    ///   - run: The run, whose counts start at 0.
    ///   - release: Called when the slot is no longer used. The counts stay in it.
    init(
        at address: UnsafeMutableRawPointer, place: Int, run: JournalRun,
        release: @escaping @Sendable () -> Void
    ) {
        words = address.assumingMemoryBound(to: Atomic<UInt64>.self)
        self.place = place
        self.release = release
        let parts: [(Word, UInt64)] = [
            (.process, UInt64(getpid())), (.runLow, run.low & 0xFFFF_FFFF),
            (.runMiddle, (run.high & 0xFFFF) << 32 | run.low >> 32), (.runHigh, run.high >> 16),
        ]
        identity = parts.map { ($0.0, LedgerWord.encode($0.1, at: Self.position(of: $0.0, in: place))) }
        store(LedgerCounts())
        writeIdentity()
    }

    /// Creates a slot in plain memory, whose counts are lost at the end of the process. Stores in memory use
    /// it.
    convenience init() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.stride, alignment: Self.stride)
        memory.initializeMemory(as: UInt64.self, repeating: 0, count: Self.words)
        let address = UInt(bitPattern: memory)
        self.init(at: memory, place: 0, run: JournalRun(high: 0, low: 0)) {
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
    }

    deinit { release() }

    static func position(of word: Word, in place: Int) -> Int { place &* words &+ word.rawValue }

    func store(_ count: Int, as word: Word) {
        let stored = LedgerWord.encode(UInt64(clamping: count), at: Self.position(of: word, in: place))
        words[word.rawValue].store(stored, ordering: .relaxed)
    }

    func store(_ counts: LedgerCounts) {
        store(counts.entered, as: .entered)
        store(counts.skippedEmpty, as: .skippedEmpty)
        store(counts.droppedFull, as: .droppedFull)
        store(counts.droppedClosed, as: .droppedClosed)
        store(counts.droppedUnwritten, as: .droppedUnwritten)
    }

    /// Writes the constant words, `runHigh` last.
    ///
    /// The kernel makes a page read-only while it writes the page to disk, and the next memory write to the
    /// page waits for that. This call makes the journal's thread wait instead of a caller.
    func writeIdentity() {
        for part in identity { words[part.word.rawValue].store(part.stored, ordering: .releasing) }
    }
}
