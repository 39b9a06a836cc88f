import IlkVocabulary

/// A byte string that must occur in a text, with conditions for the text before and after the string.
package struct RequiredLiteral: Hashable, Comparable {
    /// The string, lowercase within ASCII.
    let bytes: [UInt8]
    /// The conditions at its edges.
    let edges: Edges

    /// Conditions at the edges of a string: a word must begin at its start (`lower`) or end at its end
    /// (`upper`).
    package struct Edges: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        static let lower = Edges(rawValue: 1)
        static let upper = Edges(rawValue: 2)
        /// A line must begin at the start of the string.
        static let lineStart = Edges(rawValue: 4)
    }

    /// The marker for `\b` in a string: a byte that does not occur in UTF-8.
    static let boundary: UInt8 = 0xFF

    /// Creates a literal from a string with ``boundary`` markers. A marker next to a nonword character is
    /// dropped, because it requires a word outside the string, which ``Edges`` cannot express.
    ///
    /// - Parameter more: Additional conditions.
    init(marked: [UInt8], _ more: Edges = []) {
        bytes = marked.filter { $0 != Self.boundary }
        edges = Self.edges(of: marked).union(more)
    }

    private static func edges(of marked: [UInt8]) -> Edges {
        var edges: Edges = []
        if marked.first == boundary, let first = marked.first(where: { $0 != boundary }), first.isASCIIWord {
            edges.insert(.lower)
        }
        if marked.last == boundary, let last = marked.last(where: { $0 != boundary }), last.isASCIIWord {
            edges.insert(.upper)
        }
        return edges
    }

    package static func < (left: RequiredLiteral, right: RequiredLiteral) -> Bool {
        left.bytes == right.bytes
            ? left.edges.rawValue < right.edges.rawValue : left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// `true` if the conditions may be met in a text. Non-ASCII characters may or may not be word characters.
    @inline(__always)
    static func mayHold(
        _ edges: Edges, _ lower: Int, _ upper: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if edges.contains(.lineStart), !TextBounds.mayBeLineStart(lower, text) { return false }
        if edges.contains(.lower), lower > 0, text[lower - 1].isASCIIWord { return false }
        return !(edges.contains(.upper) && upper < text.count && text[upper].isASCIIWord)
    }

    // MARK: Frequency

    /// Returns the estimated number of occurrences of a string per byte of common text.
    static func frequency(marked: [UInt8]) -> Double {
        var bits = 0.0
        var count = 0
        var word: UInt64 = 0
        for byte in marked where byte != boundary {
            bits += rarity[Int(byte)]
            count += 1
            word = word << 8 | UInt64(byte)
        }
        if count <= longestFrequentWord, let share = frequentWords[word] { return share }
        // Characters predict the next one, so a string is more frequent than independent characters would be.
        let sharing = 0.7
        let edges = Double(edges(of: marked).rawValue.nonzeroBitCount)
        let bitsOfAnEdge = 2.0
        let left = (count == 1 ? bits : bits * sharing) + edges * bitsOfAnEdge
        // 2^-left, interpolated linearly between whole powers.
        let whole = left.rounded(.down)
        let power = Double(bitPattern: UInt64(1_023 - min(Int(whole), 1_000)) << 52)
        return power * (1 - (left - whole) / 2)
    }

    /// The number of occurrences of the most frequent English words per byte of common text. Their letters
    /// alone would make most of them seem rarer.
    ///
    /// The key is the bytes of the word as a number, the last byte lowest.
    private static let frequentWords: [UInt64: Double] = {
        let thousandths: [(Double, String)] = [
            (9, "the"), (5, "of and to"), (4, "in a"), (2, "for is i"), (1.5, "on that it you"),
            (1, "with as by at was be"), (0.8, "from are this we he"), (0.7, "not have your"),
            (0.6, "or an but his has"), (0.5, "will can if my they said new"),
            (0.4, "me so do all just what who up one"), (0.3, "how out no more about when there"),
        ]
        var shares: [UInt64: Double] = [:]
        for (share, words) in thousandths {
            for word in words.utf8.split(separator: UInt8(ascii: " ")) {
                shares[word.reduce(0) { $0 << 8 | UInt64($1) }] = share / 1_000
            }
        }
        return shares
    }()
    private static let longestFrequentWord = 5

    /// The rarity of each byte in English prose, mail and code, in bits.
    static let rarity: [Double] = {
        var bits = [Double](repeating: 9.5, count: 256)
        let letters = "etaoinsrhldcumfpgwybvkxjqz".utf8
        let steps: [Double] = [
            3.3, 3.7, 3.9, 4, 4.1, 4.1, 4.2, 4.3, 4.4, 4.9, 4.9, 5.3, 5.3, 5.6, 6, 5.9, 6, 6.1, 6.2, 6.4, 7,
            7, 9,
            9.5, 10, 10,
        ]
        for (letter, step) in zip(letters, steps) {
            bits[Int(letter)] = step
            bits[Int(letter & ~0x20)] = step + 4
        }
        let marks: [(Unicode.Scalar, Double)] = [
            (" ", 2.6), ("\n", 6), ("\t", 7.5), (".", 6.5), (",", 6.5), ("-", 7.5), ("'", 7.5), ("\"", 8),
            ("(", 8.5),
            (")", 8.5), (":", 8.5), ("/", 8.5), (";", 8.5), ("=", 8.5),
        ]
        for (mark, step) in marks { bits[Int(mark.value)] = step }
        for digit in UInt8(ascii: "0")...UInt8(ascii: "9") { bits[Int(digit)] = 8 }
        for byte in 0x80..<0xC0 { bits[byte] = 8 }
        for byte in 0xC0..<0x100 { bits[byte] = 12 }
        for (byte, step) in [(0xC2, 9.5), (0xC3, 9), (0xE2, 8)] { bits[byte] = step }
        return bits
    }()
}
