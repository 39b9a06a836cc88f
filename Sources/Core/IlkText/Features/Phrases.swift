import IlkVocabulary

/// Set phrases, looked for at the beginning of a line, in any case of letters.
///
/// Compared byte for byte but for ASCII case; the lists write other letters both ways where that matters.
struct Phrases: Sendable {
    private struct Entry: BitwiseCopyable {
        var start: UInt16
        var count: UInt16
    }

    /// The bytes of all phrases, one behind the other.
    private let material: FixedTable<UInt8>
    /// The phrases, those of the same first byte together.
    private let entries: FixedTable<Entry>
    /// Where the entries of a first byte begin; those of the next byte begin where they end.
    private let starts: FixedTable<UInt16>

    /// Make one for a `static let` only: its tables are never freed.
    init(_ list: String) {
        let phrases = list.split(whereSeparator: { $0 == "\n" || $0 == "|" }).map { Array($0.utf8) }
        var material: [UInt8] = []
        var entries: [Entry] = []
        var starts: [UInt16] = [0]
        for first in UInt8.min...UInt8.max {
            for phrase in phrases where phrase[0] == first {
                entries.append(Entry(start: UInt16(material.count), count: UInt16(phrase.count)))
                material += phrase
            }
            starts.append(UInt16(entries.count))
        }
        self.material = FixedTable(material)
        self.entries = FixedTable(entries)
        self.starts = FixedTable(starts)
    }

    /// Whether the bytes from `lower` begin with a phrase that ends at a word's end.
    func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int) -> Bool {
        length(bytes, lower, upper, whole: false) != nil
    }

    /// Whether the bytes from `lower` to `upper` are a phrase.
    func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int) -> Bool {
        length(bytes, lower, upper, whole: true) != nil
    }

    /// How many bytes the phrase has that begins at `lower`, or nil.
    @inline(__always)
    func length(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int, whole: Bool) -> Int? {
        guard lower < upper else { return nil }
        let first = Int(Self.fold(bytes[lower]))
        var index = Int(starts[first])
        let end = Int(starts[first + 1])
        while index < end {
            let entry = entries[index]
            index += 1
            let behind = lower + Int(entry.count)
            guard whole ? behind == upper : behind <= upper else { continue }
            guard matches(entry, bytes, lower) else { continue }
            if !whole, behind < upper, bytes[behind - 1].isWordByte, bytes[behind].isWordByte {
                continue
            }
            return behind - lower
        }
        return nil
    }

    @inline(__always)
    private func matches(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int) -> Bool {
        var index = 1
        while index < Int(entry.count) {
            if Self.fold(bytes[lower + index]) != material[Int(entry.start) + index] { return false }
            index += 1
        }
        return true
    }

    @inline(__always)
    private static func fold(_ byte: UInt8) -> UInt8 {
        byte.asciiLowercased
    }

    static let headers = Phrases(WordLists.features["headers"])
    static let directives = Phrases(WordLists.features["directives"])
    static let subjects = Phrases(WordLists.features["subjects"])
    static let forwards = Phrases(WordLists.features["forwards"])
    static let statements = Phrases(WordLists.features["statements"])
    static let greetings = Phrases(WordLists.features["greetings"])
    static let closings = Phrases(WordLists.features["closings"])
}
