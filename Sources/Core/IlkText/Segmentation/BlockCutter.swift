import CICU

/// Splits a text into words, 64 bytes at a time. Handles ASCII and the characters outside ASCII that have a
/// ``BlockRole``.
///
/// Each block begins at a word boundary and is used up to the last certain boundary. The next block begins at
/// that boundary. Therefore no state is carried between blocks, and each token lies within one mask.
package struct BlockCutter<Reader: BlockReader>: ~Copyable {
    private let alphabet: ASCIIAlphabet
    private let characters: CharacterTable
    /// A zero-padded copy of a text that is no longer than a block. It is owned by this value and freed in
    /// `deinit`.
    private let tail: UnsafeMutablePointer<UInt8>
    private static var tailSize: Int { 96 }

    init(_ alphabet: ASCIIAlphabet, _ characters: CharacterTable) {
        self.alphabet = alphabet
        self.characters = characters
        tail = .allocate(capacity: Self.tailSize)
        tail.initialize(repeating: 0, count: Self.tailSize)
    }

    deinit { tail.deallocate() }

    /// Writes the tokens from the boundary at `offset` that one block contains.
    ///
    /// - Returns: The boundary after the last token, or `offset` if the block contains no complete token.
    ///   `isStopped` is `true` if blocks cannot handle the next character.
    @inline(__always)
    package func cut(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, into writer: inout TokenWriter
    ) -> (next: Int, isStopped: Bool) {
        guard let base = text.baseAddress else { return (offset, false) }
        let rest = text.count &- offset
        if rest <= 64 { return cutTail(text, base + offset, rest, at: offset, into: &writer) }
        let bytes = base + offset
        var block = Reader.read(bytes, alphabet)
        block.upper = Reader.readUpper(bytes)
        block.doubled = Reader.readDoubled(bytes)
        var others = Others(block)
        if block.high != 0 { others = resolve(others, bytes, count: 64) }
        others.write(to: &block)
        let starts =
            Reader.starts(block, bytes, skipped: 0, alphabet) & ~others.within
            & Reader.certain(before: others.end)
        return (hand(block, bytes, skipped: 0, starts, text, offset, &writer), others.end < 64)
    }

    /// Handles the last bytes of a text. The block is the last 64 bytes of the text, so it can begin before
    /// `offset`. A text that is no longer than a block is copied into a zero-padded buffer.
    @inline(never)
    private func cutTail(
        _ text: UnsafeBufferPointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ rest: Int, at offset: Int,
        into writer: inout TokenWriter
    ) -> (next: Int, isStopped: Bool) {
        let skipped = 64 &- rest
        var start = bytes - skipped
        if text.count <= 64 {
            for place in stride(from: 0, to: 64, by: 32) {
                UnsafeMutableRawPointer(tail + place).storeBytes(of: .zero, as: SIMD4<UInt64>.self)
            }
            start = UnsafePointer(tail + 1)
            (tail + 1 + skipped).update(from: bytes, count: rest)
        }
        var block = Reader.read(start, alphabet)
        block.upper = Reader.readUpper(start)
        // Compares each byte with the one before it, because the byte after the block may not be readable.
        block.doubled = Reader.readDoubled(start - 1) &>> 1
        block = block.behind(skipped)
        var others = Others(block)
        if block.high != 0 { others = resolve(others, start + skipped, count: rest) }
        others.write(to: &block)
        var starts = Reader.starts(block, start, skipped: skipped, alphabet) & ~others.within
        if others.end == 64, rest < 64 {
            let behind: UInt64 = 1 &<< UInt64(truncatingIfNeeded: rest)
            starts = starts & (behind &- 1) | behind
        } else {
            starts &= Reader.certain(before: others.end)
        }
        return (hand(block, start, skipped: skipped, starts, text, offset, &writer), others.end < 64)
    }

    @inline(__always)
    private func hand(
        _ block: ilk_block, _ start: UnsafePointer<UInt8>, skipped: Int, _ starts: UInt64,
        _ text: UnsafeBufferPointer<UInt8>, _ offset: Int, _ writer: inout TokenWriter
    ) -> Int {
        guard starts > 1 else { return offset }
        writer.write(block, start, skipped: skipped, starts: starts, text, offset: offset)
        return offset &+ (63 &- starts.leadingZeroBitCount)
    }

    /// Adds the characters outside ASCII to the masks, up to the first character that blocks cannot handle.
    ///
    /// - Parameter count: The number of bytes, at most 64.
    @inline(never)
    private func resolve(_ before: Others, _ bytes: UnsafePointer<UInt8>, count: Int) -> Others {
        let text = UnsafeBufferPointer(start: bytes, count: count)
        var others = before
        var rest = before.high
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            let (role, length) = role(text, at: place)
            let behind = place &+ length
            let first: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place)
            let all = (behind < 64 ? 1 &<< UInt64(truncatingIfNeeded: behind) : 0) &- first
            others.letter |= role.contains(.letter) ? all : 0
            others.digit |= role.contains(.digit) ? all : 0
            others.word |= role.contains(.word) ? all : 0
            others.within |= role.contains(.isolated) ? all & ~first : 0
            if role.isEmpty || role == .joiner {
                guard role == .joiner, let joins = joins(others, text, from: first, to: behind) else {
                    others.end = place
                    return others
                }
                if joins { others.word |= all } else { others.within |= all & ~first }
            }
            rest &= ~all
        }
        return others
    }

    /// Returns the role and the length of the character at `place`. The role is empty if the block ends
    /// within the character.
    @inline(__always)
    private func role(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> (BlockRole, length: Int) {
        let lead = text[place]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard place &+ length <= text.count else { return ([], length) }
        return (characters[decodeScalar(text, at: place).scalar].role, length)
    }

    /// Returns `true` if a joiner is between two letters or two digits. Returns `nil` if the class of the
    /// next character is not known.
    private func joins(
        _ others: Others, _ text: UnsafeBufferPointer<UInt8>, from first: UInt64, to behind: Int
    )
        -> Bool?
    {
        // After the end of the text there is no letter. After the end of the block the bytes are unknown.
        guard behind < 64 else { return nil }
        let before = first &>> 1
        var isLetter = others.letter &>> UInt64(truncatingIfNeeded: behind) & 1 != 0
        var isDigit = others.digit &>> UInt64(truncatingIfNeeded: behind) & 1 != 0
        if behind < text.count, text[behind] >= 0x80 {
            let next = role(text, at: behind).0
            if next.isEmpty { return nil }
            isLetter = next.contains(.letter)
            isDigit = next.contains(.digit)
        }
        return isLetter && others.letter & before != 0 || isDigit && others.digit & before != 0
    }
}

/// The masks of a block that characters outside ASCII change, separate from the block so that they can stay
/// in registers.
private struct Others {
    let high: UInt64
    var letter: UInt64
    var digit: UInt64
    var word: UInt64
    /// The bytes at which no token begins.
    var within: UInt64 = 0
    /// The first character that blocks cannot handle; 64 if there is none.
    var end = 64

    @inline(__always)
    init(_ block: ilk_block) {
        (high, letter, digit, word) = (block.high, block.letter, block.digit, block.word)
    }

    @inline(__always)
    func write(to block: inout ilk_block) {
        (block.letter, block.digit, block.word) = (letter, digit, word)
    }
}
