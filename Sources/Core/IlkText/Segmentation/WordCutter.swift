/// Splits valid UTF-8 into words exactly as ICU does. Not thread-safe.
///
/// Blocks handle ASCII. The automaton of ICU's rules handles other text from boundary to boundary. Text that
/// needs a dictionary is passed to ICU in whole segments of the automaton. Linear in the length of the text,
/// except for ICU's dictionaries.
package struct WordCutter<Reader: BlockReader>: ~Copyable {
    private let blocks: BlockCutter<Reader>
    private let automaton: BreakAutomaton?
    private let segmenter: Segmenter
    private let characters: CharacterTable
    /// `true` if blocks split ASCII exactly as the rules of the locale do.
    private let usesBlocks: Bool
    /// The buffer for ICU's boundaries. It is owned by this value and freed in `deinit`.
    private let ends: UnsafeMutablePointer<Int32>
    private static var endCount: Int { 256 }
    /// The maximum number of bytes without a dictionary character inside a span for ICU.
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
                if !isStuck, !isStopped || canUseBlock(text, next) { continue }
            }
            offset = walk(text, automaton, from: offset, into: &writer)
        }
    }

    /// `true` if using a block is worthwhile: the next 16 bytes are ASCII, or blocks can handle the first
    /// character that is not ASCII.
    @inline(__always)
    private func canUseBlock(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
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

    /// Writes at least one token, and more until using a block is worthwhile.
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
                writer.write(text, lower: lower, upper: upper)
                lower = upper
            }
        } while lower < text.count && !(usesBlocks && canUseBlock(text, lower))
        return lower
    }

    @inline(__always)
    private func end(_ text: UnsafeBufferPointer<UInt8>, _ automaton: BreakAutomaton, from lower: Int)
        -> (upper: Int, hasDictionary: Bool)
    {
        automaton.end(text, from: lower) { characters[$0].wordCategory }
    }

    /// Writes the tokens of a span with dictionary characters, which is at least one segment of the
    /// automaton.
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
        let part = UnsafeBufferPointer(rebasing: text[lower..<upper])
        var last = 0
        segmenter.beginCopy(part)
        let room = UnsafeMutableBufferPointer(start: ends, count: Self.endCount)
        while case let count = segmenter.nextEnds(room), count > 0 {
            for index in 0..<count {
                let end = Int(ends[index])
                writer.write(text, lower: lower &+ last, upper: lower &+ end)
                last = end
            }
        }
        // ICU stops at the end of the span. If ICU failed to start, the span is one token.
        if lower &+ last < upper { writer.write(text, lower: lower &+ last, upper: upper) }
        return upper
    }

    /// Uses only ICU, for rules in an unknown format.
    private func cutPlainly(
        _ text: UnsafeBufferPointer<UInt8>, into writer: inout TokenWriter
    ) {
        segmenter.cut(text) { writer.write(text, lower: $0, upper: $1) }
    }
}
