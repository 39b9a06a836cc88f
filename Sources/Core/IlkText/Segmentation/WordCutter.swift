/// Cuts valid UTF-8 into words where ICU cuts it.
///
/// Blocks take what is ASCII, the automaton of ICU's rules the rest, from a boundary to a boundary, and what a
/// dictionary must cut goes to ICU, whole segments of the automaton at a time. Linear, but for what ICU's dictionaries
/// cost. For one thread at a time.
package struct WordCutter<Reader: BlockReader>: ~Copyable {
    private let blocks: BlockCutter<Reader>
    private let automaton: BreakAutomaton?
    private let segmenter: Segmenter
    private let characters: CharacterTable
    /// Whether blocks cut ASCII as the rules of this locale do.
    private let usesBlocks: Bool
    /// Where ICU's boundaries are put. Owned: freed in `deinit`.
    private let ends: UnsafeMutablePointer<Int32>
    private static var endCount: Int { 256 }
    /// Stretches for ICU end after so many bytes without a character for a dictionary.
    private static var patience: Int { 48 }

    init(
        _ segmenter: Segmenter, _ automaton: BreakAutomaton?, _ characters: CharacterTable,
        alphabet: ASCIIAlphabet?
    ) {
        blocks = BlockCutter(alphabet ?? .icu, characters)
        usesBlocks = alphabet != nil
        self.segmenter = segmenter
        self.automaton = automaton
        self.characters = characters
        ends = .allocate(capacity: Self.endCount)
        ends.initialize(repeating: 0, count: Self.endCount)
    }

    deinit { ends.deallocate() }

    /// Cuts a text.
    package func cut(
        _ text: UnsafeBufferPointer<UInt8>, into writer: inout TokenWriter
    ) {
        guard let automaton else { return cutPlainly(text, into: &writer) }
        var offset = 0
        while offset < text.count {
            if usesBlocks {
                let (next, isStopped) = blocks.cut(text, at: offset, into: &writer)
                let isStuck = next == offset
                offset = next
                if !isStuck, !isStopped || isCalm(text, next) { continue }
            }
            offset = walk(text, automaton, from: offset, into: &writer)
        }
    }

    /// Whether a block pays: of the next bytes none is outside ASCII, or the first that is can be cut by blocks.
    @inline(__always)
    private func isCalm(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        guard let base = text.baseAddress else { return true }
        var place = offset
        if offset &+ 16 <= text.count {
            let bytes = UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD2<UInt64>.self)
            let (low, high) = (bytes.x & 0x8080_8080_8080_8080, bytes.y & 0x8080_8080_8080_8080)
            if low | high == 0 { return true }
            place &+= low != 0 ? low.trailingZeroBitCount &>> 3 : 8 &+ high.trailingZeroBitCount &>> 3
        } else {
            while place < text.count, text[place] < 0x80 { place &+= 1 }
            if place == text.count { return true }
        }
        return !characters[decodeScalar(text, at: place).scalar].role.isEmpty
    }

    /// Hands over at least one token, and more until a block pays again.
    private func walk(
        _ text: UnsafeBufferPointer<UInt8>, _ automaton: BreakAutomaton, from start: Int,
        into writer: inout TokenWriter
    ) -> Int {
        var lower = start
        repeat {
            let (upper, hasDictionary) = end(text, automaton, from: lower)
            if hasDictionary {
                lower = cutStretch(text, automaton, from: lower, firstEnd: upper, into: &writer)
            } else {
                writer.take(text, lower: lower, upper: upper)
                lower = upper
            }
        } while lower < text.count && !(usesBlocks && isCalm(text, lower))
        return lower
    }

    @inline(__always)
    private func end(_ text: UnsafeBufferPointer<UInt8>, _ automaton: BreakAutomaton, from lower: Int)
        -> (upper: Int, hasDictionary: Bool)
    {
        automaton.end(text, from: lower) { characters[$0].wordCategory }
    }

    /// Hands over the tokens of a stretch in which a dictionary cuts, of at least one segment of the automaton.
    private func cutStretch(
        _ text: UnsafeBufferPointer<UInt8>, _ automaton: BreakAutomaton, from lower: Int, firstEnd: Int,
        into writer: inout TokenWriter
    ) -> Int {
        var upper = firstEnd
        var seen = firstEnd
        while seen < text.count, seen &- upper < Self.patience {
            let (next, hasDictionary) = end(text, automaton, from: seen)
            seen = next
            if hasDictionary { upper = next }
        }
        let stretch = UnsafeBufferPointer(rebasing: text[lower..<upper])
        var last = 0
        segmenter.beginCopy(stretch)
        let room = UnsafeMutableBufferPointer(start: ends, count: Self.endCount)
        while case let count = segmenter.nextEnds(room), count > 0 {
            for index in 0..<count {
                let end = Int(ends[index])
                writer.take(text, lower: lower &+ last, upper: lower &+ end)
                last = end
            }
        }
        // ICU ends at the end of the stretch; if it could not even begin, the stretch is one token.
        if lower &+ last < upper { writer.take(text, lower: lower &+ last, upper: upper) }
        return upper
    }

    /// Leaves all but the ASCII texts to ICU.
    private func cutPlainly(
        _ text: UnsafeBufferPointer<UInt8>, into writer: inout TokenWriter
    ) {
        segmenter.cut(text) { writer.take(text, lower: $0, upper: $1) }
    }
}
