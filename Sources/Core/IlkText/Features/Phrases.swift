import IlkVocabulary

/// A list of fixed phrases that lines may begin with, compared without regard to ASCII case.
///
/// Non-ASCII characters are compared byte by byte. If a phrase contains such a character in both cases, the
/// list contains both spellings.
struct Phrases: Sendable {
    private struct Entry: BitwiseCopyable {
        var start: UInt16
        var count: UInt16
    }

    /// The bytes of all phrases, concatenated.
    private let material: FixedTable<UInt8>
    /// The phrases, grouped by their first byte.
    private let entries: FixedTable<Entry>
    /// The index of the first entry for each first byte, and an end marker.
    private let starts: FixedTable<UInt16>

    /// Use only for a `static let`: the tables are never freed.
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

    /// `true` if the bytes from `lower` begin with a phrase that ends at a word boundary.
    func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int) -> Bool {
        length(bytes, lower, upper, whole: false) != nil
    }

    func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int) -> Bool {
        length(bytes, lower, upper, whole: true) != nil
    }

    /// Returns the length in bytes of the phrase that begins at `lower`, or `nil`.
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
