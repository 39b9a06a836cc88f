import IlkVocabulary

/// English suffixes that indicate the formation of a word.
struct WordEndings {
    private struct Entry: BitwiseCopyable {
        /// The letters, with the last letter in the lowest byte.
        var letters: UInt64
        /// The mask of the bits that `letters` uses.
        var mask: UInt64
        /// The minimum and maximum length of words with this suffix.
        var least: Int
        var most: Int
        var feature: FormalityFeature
    }

    static let standard = WordEndings()

    /// The suffixes grouped by their last letter, longest first.
    private let entries: FixedTable<Entry>
    /// The index of the first entry for each last letter, and an end marker.
    private let starts: FixedTable<Int>
    /// The letters that can precede each last letter, as bits. Most words are rejected by this test.
    private let befores: FixedTable<UInt32>

    private init() {
        // Words with Latinate suffixes are long, those in -y and -ie are short.
        let lengths: [(FormalityFeature, least: Int, most: Int)] = [
            (.nominalEndings, 6, .max), (.adjectivalEndings, 6, .max), (.verbalEndings, 6, .max),
            (.edForms, 5, .max), (.ingForms, 5, .max), (.shortYEndings, 5, 6),
        ]
        var entries = [[Entry]](repeating: [], count: 26)
        var befores = [UInt32](repeating: 0, count: 26)
        for (feature, least, most) in lengths {
            for ending in WordLists.formality[feature.name].utf8.split(whereSeparator: { $0 <= 0x20 }) {
                let letters = ending.reduce(0) { $0 << 8 | UInt64($1) }
                let mask = UInt64.max >> UInt64(64 - 8 * ending.count)
                let last = Int(letters & 0xFF) - 0x61
                befores[last] |= ending.count > 1 ? 1 << (UInt32(truncatingIfNeeded: letters >> 8) & 31) : ~0
                entries[last].append(
                    Entry(letters: letters, mask: mask, least: least, most: most, feature: feature))
            }
        }
        self.befores = FixedTable(befores)
        self.entries = FixedTable(entries.flatMap { $0.sorted { $0.mask > $1.mask } })
        starts = FixedTable(entries.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) })
    }

    /// Returns the feature of a word's suffix, or `nil`. Only words of at least five letters have one.
    @inline(__always)
    func feature(of token: Token, _ folded: UnsafeBufferPointer<UInt8>) -> FormalityFeature? {
        let range = token.foldedRange
        guard range.count > 4 else { return nil }
        let (before, end) = (folded[range.upperBound - 2], folded[range.upperBound - 1])
        guard before.isASCIILowercase, end.isASCIILowercase else { return nil }
        let last = Int(end) - 0x61
        guard befores[last] & (1 << UInt32(before & 31)) != 0 else { return nil }
        var letters: UInt64 = 0
        for index in range.suffix(5) { letters = letters << 8 | UInt64(folded[index]) }
        for index in starts[last]..<starts[last + 1] {
            let entry = entries[index]
            if letters & entry.mask == entry.letters, range.count >= entry.least, range.count <= entry.most {
                return entry.feature
            }
        }
        return nil
    }
}
