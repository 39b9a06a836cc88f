import Glibc
import IlkText

/// The stretches met last, with what their runs of characters add up to in one model, what the word weighs that they are,
/// and which of them the text at hand has: of a frequent word that is one look into one line of memory.
///
/// A stretch has two places, by its hash. Where both are taken by stretches of the text at hand it is not remembered. Sums
/// are of whole numbers: remembered or not, they are the same. One model at a time, one thread at a time.
struct StretchMemory {
    /// A stretch: 64 bytes.
    struct Entry {
        var key: UInt64 = 0
        /// The number of the last text that had it; 0 for none.
        var text: UInt32 = 0
        /// How many runs of characters it has.
        var runs: UInt16 = 0
        /// How many of them the model knows, twice, and 1 where it knows the word.
        var known: UInt16 = 0
        /// What it weighs as a word; zeros for one that the model does not know.
        var word = SIMD8<Int16>(repeating: 0)
        var pieces = SIMD8<Int32>(repeating: 0)
    }

    /// How many pairs of places there are: two megabytes, of which only what is used is ever touched.
    private static let sets = 16_384
    /// Stretches of more runs are not remembered.
    static let mostRuns = 0x7FFF

    private var memory: UnsafeMutableRawPointer?
    private var entries: UnsafeMutablePointer<Entry>?
    /// The number of the text at hand.
    private(set) var text: UInt32 = 0
    /// The model that the sums are of; held, so that no other can come to stand in its place.
    private var storage: ModelStorage?

    /// Begins a text. What is remembered is forgotten where it is of another model, or there is no number left.
    @inline(__always)
    mutating func begin(_ model: ModelStorage) {
        if storage !== model || text == .max { reset(model) }
        text &+= 1
    }

    @inline(never)
    private mutating func reset(_ model: ModelStorage) {
        release()
        storage = model
        text = 0
        // An entry is as long as a line of memory: they begin at one. All zeros are entries of no text.
        let size = MemoryLayout<Entry>.stride
        memory = calloc(2 * Self.sets + 1, size)
        entries = memory.map {
            $0.alignedUp(toMultipleOf: size).bindMemory(to: Entry.self, capacity: 2 * Self.sets)
        }
        // No stretch is taken for an entry of no text: a key of 0 has the first places, and those hold another one's key.
        entries?[0].key = .max
        entries?[1].key = .max
    }

    /// Gives the memory back. Whoever has the memory does so once, at the end.
    mutating func release() {
        free(memory)
        (memory, entries) = (nil, nil)
    }

    /// The two places of a stretch.
    @inline(__always)
    private func places(of key: UInt64) -> UnsafeMutablePointer<Entry>? {
        entries.map { $0 + (Int(truncatingIfNeeded: key &>> 40) & (Self.sets &- 1)) &* 2 }
    }

    /// Where a stretch stands, or nil when it is not remembered.
    @inline(__always)
    func place(of key: UInt64) -> UnsafeMutablePointer<Entry>? {
        guard let places = places(of: key) else { return nil }
        let place = places.pointee.key == key ? places : places + 1
        return place.pointee.key == key ? place : nil
    }

    /// The one of a stretch's two places that was used longer ago; nil only where there is no memory at all.
    func older(of key: UInt64) -> UnsafeMutablePointer<Entry>? {
        places(of: key).map { $0[0].text <= $0[1].text ? $0 : $0 + 1 }
    }
}
