import CICU

/// Splits valid UTF-8 into sentences exactly as ICU does, with the automaton of ICU's rules. Spans of ASCII
/// without terminators and line ends are skipped. Linear in the length of the text. Not thread-safe.
package struct SentenceCutter<Reader: BlockReader>: ~Copyable {
    private let automaton: BreakAutomaton?
    private let segmenter: Segmenter
    private let characters: CharacterTable
    /// The state after each ASCII character except terminators and line ends, with which such text is
    /// skipped. `nil` if, in these rules, the state also depends on earlier characters.
    private let leaps: SkipTable?

    init(_ segmenter: Segmenter, _ automaton: BreakAutomaton?, _ characters: CharacterTable) {
        self.segmenter = segmenter
        self.automaton = automaton
        self.characters = characters
        leaps = automaton.flatMap { SkipTable($0) }
    }

    /// Calls a closure with each sentence in order, including trailing white space.
    @inline(__always)
    package func cut(_ text: UnsafeBufferPointer<UInt8>, _ body: (_ lower: Int, _ upper: Int) -> Void) {
        guard let automaton else { return segmenter.cut(text, body) }
        var lower = 0
        while lower < text.count {
            let upper = end(text, automaton, from: lower)
            body(lower, upper)
            lower = upper
        }
    }

    private func end(_ text: UnsafeBufferPointer<UInt8>, _ automaton: BreakAutomaton, from lower: Int) -> Int
    {
        guard let base = text.baseAddress else { return lower }
        let (table, ascii, count) = (automaton.table, automaton.ascii, text.count)
        var row = automaton.firstRow
        var index = lower
        var upper = lower
        while index < count {
            let byte = base[index]
            let category: UInt8
            if byte < 0x80 {
                if let leaps, leaps.bodies[row], Self.isASCII(base + index, count &- index) {
                    let next = leap(base, from: index, to: count)
                    if next > index {
                        row = Int(leaps.rows[Int(base[next &- 1])])
                        (index, upper) = (next, next)
                    }
                    if index == count { break }
                    // If an ASCII byte ends the skip, it is processed here. Any other byte is processed in
                    // the next iteration.
                    if base[index] >= 0x80 { continue }
                    category = ascii[Int(base[index])]
                } else {
                    category = ascii[Int(byte)]
                }
                index &+= 1
            } else {
                let (scalar, length) = decodeScalar(text, at: index)
                category = characters[scalar].sentenceCategory
                index &+= length
            }
            let entry = Int(table[row &+ Int(category)])
            if entry & 1 != 0 { upper = index }
            row = entry &>> 1
            if row == 0 { break }
        }
        if row != 0, table[row &+ 1] & 1 != 0 { upper = index }
        if upper == lower { upper = lower &+ decodeScalar(text, at: lower).length }
        return upper
    }

    /// `true` if at least eight bytes of ASCII follow, so that skipping is worthwhile.
    @inline(__always)
    private static func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        count >= 8 && UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    }

    /// Returns the offset of the next terminator, line end or byte outside ASCII.
    @inline(__always)
    private func leap(_ base: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int {
        var index = start
        while index &+ 64 <= count {
            let block = Reader.readStops(base + index)
            let found = block.stops | block.lineEnds | block.high
            if found != 0 { return index &+ found.trailingZeroBitCount }
            index &+= 64
        }
        while index < count, !Self.halts(base[index]) { index &+= 1 }
        return index
    }

    @inline(__always)
    private static func halts(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), 0x0A, 0x0D, 0x80...: true
        default: false
        }
    }
}

/// The data with which an automaton skips text: a list of rows of its transition table. In a listed row,
/// every ASCII character except terminators and line ends leads to an accepting row that depends only on this
/// character.
package final class SkipTable {
    // `rows` has 128 elements, `bodies` as many as the table has entries. Owned: freed in `deinit`.
    let rows: UnsafeMutablePointer<UInt16>
    let bodies: UnsafeMutablePointer<Bool>

    /// Returns `nil` if a transition depends on more than the character.
    init?(_ automaton: BreakAutomaton) {
        let plain = (0..<128).map { UInt8($0) }.filter { !Array(".!?\n\r".utf8).contains($0) }
        let size = automaton.rowLength * automaton.stateCount
        func entry(_ row: Int, _ byte: UInt8) -> UInt16 {
            automaton.table[row + Int(automaton.ascii[Int(byte)])]
        }
        let first = automaton.firstRow
        var body: Set<Int> = [first]
        var waiting = [first]
        while let row = waiting.popLast() {
            for byte in plain {
                let next = entry(row, byte)
                guard next == entry(first, byte), next & 1 != 0 else { return nil }
                if body.insert(Int(next) >> 1).inserted { waiting.append(Int(next) >> 1) }
            }
        }
        rows = .allocate(capacity: 128)
        rows.initialize(repeating: 0, count: 128)
        for byte in plain { rows[Int(byte)] = entry(first, byte) >> 1 }
        bodies = .allocate(capacity: size)
        bodies.initialize(repeating: false, count: size)
        for row in body { bodies[row] = true }
    }

    deinit {
        rows.deallocate()
        bodies.deallocate()
    }
}
