/// Splits valid UTF-8 into words exactly as ICU does. Not thread-safe.
///
/// Most text is split in blocks of 64 bytes (``BlockCutter``). Text that blocks cannot handle is split with
/// the state machine of ICU's rules (``BreakAutomaton``). Text that needs a dictionary, such as Thai, is
/// passed to ICU. The running time is linear in the length of the text, except for ICU's dictionaries.
package struct WordCutter<Reader: BlockReader>: ~Copyable {
    private let blocks: BlockCutter<Reader>
    private let automaton: BreakAutomaton?
    private let segmenter: Segmenter
    private let characters: CharacterTable
    /// `true` if splitting in blocks gives the same words as the rules of the locale.
    private let usesBlocks: Bool
    /// The buffer for ICU's boundaries. It is owned by this value and freed in `deinit`.
    private let ends: UnsafeMutablePointer<Int32>
    private static var endCount: Int { 256 }
    /// The distance in bytes after which the search for further dictionary characters ends. Dictionary
    /// characters within this distance are passed to ICU in one span.
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

    /// Splits text without blocks: at least one token, and further tokens until using a block is worthwhile.
    /// Returns the end of the last token.
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

    /// Lets ICU split a span with dictionary characters, and writes the tokens. The span consists of one or
    /// more segments that the automaton found. Returns the end of the span.
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

    /// Splits a text with ICU alone, because there is no automaton for the rules.
    private func cutPlainly(
        _ text: UnsafeBufferPointer<UInt8>, into writer: inout TokenWriter
    ) {
        segmenter.cut(text) { writer.write(text, lower: $0, upper: $1) }
    }
}
