/// An index that finds any number of byte strings in one pass over a text, ignoring the case of ASCII
/// letters.
///
/// Each string is found by its rarest part (see ``KeyIndex``).
package struct LiteralIndex: Sendable {
    /// The strings of the index. Their ASCII letters are lowercase.
    package let literals: LiteralPool
    private let onsets: KeyIndex
    /// Finds the strings without an onset (see ``KeyIndex``), such as parts of words.
    private let others: KeyIndex

    /// Creates an index of distinct nonempty strings that are lowercase within ASCII.
    ///
    /// - Parameter atWords: For each string, `true` if the caller ignores occurrences directly after an ASCII
    ///   letter, digit or underscore. The index may report such occurrences anyway. For strings beyond the
    ///   end of this list, all occurrences count.
    init(_ literals: [[UInt8]], atWords: [Bool] = []) {
        self.init(LiteralPool(literals), atWords: atWords)
    }

    init(_ literals: LiteralPool, atWords: [Bool] = []) {
        self.literals = literals
        var others: [Int] = []
        onsets = KeyIndex(
            literals, atWords: { $0 < atWords.count && atWords[$0] }, others: { others.append($0) })
        self.others = KeyIndex(literals, others)
    }

    /// Calls `found` with each occurrence of a string and the offset of its end.
    @inline(__always)
    func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, using scan: LiteralScan,
        _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        literals.bytes.withUnsafeBufferPointer { pool in
            onsets.scan(bytes, pool, using: scan, found)
            others.scan(bytes, pool, using: scan, found)
        }
    }
}

/// The working memory of a pass over a text. Not thread-safe, and reused for every text.
final class LiteralScan {
    /// The candidate positions. Each element is an offset in the block times eight, plus one bit for each key
    /// length (one byte, two bytes, four bytes) that may match there.
    let places: UnsafeMutablePointer<UInt16>

    /// The number of bytes that are filtered before the candidates are verified.
    static let blockSize = 4_096

    init() {
        // One more than the maximum number of candidates, because the scan writes one element ahead.
        places = .allocate(capacity: Self.blockSize + 1)
        places.initialize(repeating: 0, count: Self.blockSize + 1)
    }

    deinit { places.deallocate() }
}
