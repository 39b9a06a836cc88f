import CICU
import Glibc
import IlkText

/// A cache of recent spans. A span is a word, a number, a run of punctuation, or several words without white
/// space between them. For each span, the cache contains the summed weights of the span's character n-grams
/// in one model, the weight of the span as a unigram, and the number of the last text that contained the
/// span. A frequent word costs one access to one cache line.
///
/// The cache is two-way set associative by the span's hash. A span is not cached if both entries of its set
/// belong to the current text. The sums are integers, so scores do not depend on the contents of the cache. A
/// cache serves one model and one thread at a time.
struct SpanCache {
    /// A cached span: 64 bytes.
    struct Entry {
        var key: UInt64 = 0
        /// The number of the last text that contained the span; 0 for none.
        var text: UInt32 = 0
        /// The number of character n-grams in the span.
        var runs: UInt16 = 0
        /// Twice the number of known n-grams, plus 1 if the span is a known unigram.
        var known: UInt16 = 0
        /// The weights as a unigram; zeros if it is unknown.
        var word = SIMD8<Int16>(repeating: 0)
        var pieces = SIMD8<Int32>(repeating: 0)
    }

    /// The number of sets: two megabytes, of which only the pages that are used take memory.
    private static let sets = 16_384
    /// The maximum number of n-grams in a cached span.
    static let mostRuns = 0x7FFF

    private var memory: UnsafeMutableRawPointer?
    private var entries: UnsafeMutablePointer<Entry>?

    /// The addresses of the entries, without a reference to the model that would be counted at each access.
    struct Places {
        fileprivate let entries: UnsafeMutablePointer<Entry>?

        /// Starts to load the entries of a span's set.
        @inline(__always)
        func prefetch(_ key: UInt64) {
            guard let entries else { return }
            ilk_prefetch(entries + SpanCache.first(of: key))
            ilk_prefetch(entries + (SpanCache.first(of: key) &+ 1))
        }
    }

    var places: Places { Places(entries: entries) }
    private(set) var text: UInt32 = 0
    /// The storage of the model to which the sums belong. The reference keeps the model alive, so that no
    /// other model gets its address.
    private var storage: ModelStorage?

    /// Begins a text. Clears the cache if the model has changed or the text numbers are used up.
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
        // An entry has the size of a cache line, so entries are aligned to cache lines. Zeroed entries belong
        // to no text.
        let size = MemoryLayout<Entry>.stride
        memory = calloc(2 * Self.sets + 1, size)
        entries = memory.map {
            $0.alignedUp(toMultipleOf: size).bindMemory(to: Entry.self, capacity: 2 * Self.sets)
        }
        // A key of 0 belongs to the first set. They are changed so that no key matches an unused entry.
        entries?[0].key = .max
        entries?[1].key = .max
    }

    /// Frees the memory. The owner calls this once, at the end.
    mutating func release() {
        free(memory)
        (memory, entries) = (nil, nil)
    }

    @inline(__always)
    private func places(of key: UInt64) -> UnsafeMutablePointer<Entry>? {
        entries.map { $0 + Self.first(of: key) }
    }

    /// Returns the index of the first entry of a span's set.
    @inline(__always)
    private static func first(of key: UInt64) -> Int {
        (Int(truncatingIfNeeded: key &>> 40) & (sets &- 1)) &* 2
    }

    /// Returns the entry of a span, or `nil` if it is not cached.
    @inline(__always)
    func place(of key: UInt64) -> UnsafeMutablePointer<Entry>? {
        guard let places = places(of: key) else { return nil }
        let place = places.pointee.key == key ? places : places + 1
        return place.pointee.key == key ? place : nil
    }

    /// Returns the less recently used entry of a span's set, or `nil` if there is no memory.
    func older(of key: UInt64) -> UnsafeMutablePointer<Entry>? {
        places(of: key).map { $0[0].text <= $0[1].text ? $0 : $0 + 1 }
    }
}
