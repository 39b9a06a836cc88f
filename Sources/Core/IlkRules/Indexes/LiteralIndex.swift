/// Finds any number of byte strings in one pass, without regard to the case of ASCII letters.
///
/// Strings are known by a part of them that a text has seldom: see ``KeyIndex``.
package struct LiteralIndex: Sendable {
    /// The strings, lower case within ASCII.
    package let literals: LiteralPool
    private let onsets: KeyIndex
    /// Finds those that have no onset.
    private let others: KeyIndex

    /// An index of strings that are lower case within ASCII, none empty, each once.
    ///
    /// - Parameter atWords: Of each string, whether it counts only where no byte of a word of ASCII stands before it; it
    ///   may be found elsewhere too. Strings that are not in the list count everywhere.
    init(_ literals: [[UInt8]], atWords: [Bool] = []) {
        self.init(LiteralPool(literals), atWords: atWords)
    }

    /// An index of the strings of a pool.
    init(_ literals: LiteralPool, atWords: [Bool] = []) {
        self.literals = literals
        var others: [Int] = []
        onsets = KeyIndex(
            literals, atWords: { $0 < atWords.count && atWords[$0] }, others: { others.append($0) })
        self.others = KeyIndex(literals, others)
    }

    /// Calls `found` with each string that is there and the offset behind it, once for each place.
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

/// The working memory of a pass of a ``LiteralIndex`` over a text. For one thread; used again for every text.
final class LiteralScan {
    /// The places of a block that are worth a look: how far into the block, times eight, and which kinds of strings.
    let places: UnsafeMutablePointer<UInt16>

    /// How many bytes are looked at before what was found is gone into.
    static let blockSize = 4_096

    init() {
        // One more than there can be places, for one is written ahead.
        places = .allocate(capacity: Self.blockSize + 1)
        places.initialize(repeating: 0, count: Self.blockSize + 1)
    }

    deinit { places.deallocate() }
}
