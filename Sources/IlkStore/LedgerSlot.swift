import Glibc
import IlkVocabulary
import Synchronization

/// The counts of one run of a journal that stand in memory shared with the kernel: they are there when the process
/// is not.
///
/// What is decided in the database (stored, quarantined, refused) is counted there, in the transaction that decides
/// it. What is decided without it is counted here, each kind in a word of its own, so that one store of one word
/// takes an entry from one state to another and no instant is between. What entered and was never decided is lost.
///
/// `@unchecked`: the words are atomics at an address that stays until `deinit`.
final class LedgerSlot: @unchecked Sendable {
    /// What a word counts or says.
    enum Word: Int, CaseIterable {
        /// The two halves of the run's id. `runHigh` is written last and cleared first: 0 says that the slot is free.
        case runHigh, runLow
        /// Who writes here.
        case process
        /// Entries that were queued, or whose callers wait for room.
        case entered
        case skippedEmpty, droppedFull, droppedClosed, droppedUnwritten
    }

    /// Bytes a slot: a word each, with room for more, and never two slots in a cache line.
    static let stride = 128

    private let words: UnsafeMutablePointer<Atomic<Int>>
    /// Ends what the words belong to: a mapping and its lock, or plain memory.
    private let release: Mutex<@Sendable () -> Void>

    /// A slot at an address that stays valid until `release` is called.
    init(at address: UnsafeMutableRawPointer, release: @escaping @Sendable () -> Void) {
        words = address.assumingMemoryBound(to: Atomic<Int>.self)
        self.release = Mutex(release)
    }

    /// A slot in plain memory: for journals in memory, whose rows do not outlive the process either.
    convenience init() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.stride, alignment: Self.stride)
        memory.initializeMemory(as: Int.self, repeating: 0, count: Self.stride / MemoryLayout<Int>.stride)
        let address = UInt(bitPattern: memory)
        self.init(at: memory) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
    }

    deinit { release.withLock { $0 }() }

    /// What the words belong to is somebody else's business from now on.
    func disown() {
        release.withLock { $0 = {} }
    }

    subscript(word: Word) -> Int {
        get { words[word.rawValue].load(ordering: .relaxed) }
        set { words[word.rawValue].store(newValue, ordering: .relaxed) }
    }

    /// The run that counts here; nil when the slot is free.
    var run: JournalRun? {
        let high = words[Word.runHigh.rawValue].load(ordering: .acquiring)
        guard high != 0 else { return nil }
        return JournalRun(
            high: UInt64(bitPattern: Int64(high)), low: UInt64(bitPattern: Int64(self[.runLow])))
    }

    /// Takes the slot for a run that has counted nothing yet.
    func begin(_ run: JournalRun) {
        for word in Word.allCases { self[word] = 0 }
        self[.process] = Int(getpid())
        self[.runLow] = Int(Int64(bitPattern: run.low))
        words[Word.runHigh.rawValue].store(Int(Int64(bitPattern: run.high)), ordering: .releasing)
    }

    /// Gives the slot back.
    func clear() {
        words[Word.runHigh.rawValue].store(0, ordering: .releasing)
    }

    /// Writes a word as it is. The kernel takes a page's write permission away when it writes it to disk, and the next
    /// store waits for it: let that be the writer's, and not a caller's.
    func touch() {
        self[.process] = self[.process]
    }

    /// The words as they stand.
    var counts: LedgerCounts {
        LedgerCounts(
            entered: self[.entered], skippedEmpty: self[.skippedEmpty], droppedFull: self[.droppedFull],
            droppedClosed: self[.droppedClosed], droppedUnwritten: self[.droppedUnwritten])
    }
}
