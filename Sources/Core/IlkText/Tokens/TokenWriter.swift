package import CICU
import IlkVocabulary

/// Writes complete tokens with kind, shape, preliminary type, normal form and hash.
///
/// Tokens are first written into fixed-size buffers. The buffers are appended to the arrays when they are
/// nearly full, and at the end. This avoids checks of count, capacity and ownership for each token. No memory
/// is allocated once the arrays are large enough.
package struct TokenWriter: ~Copyable {
    package var tokens: [Token] = []
    package var words: [Int32] = []
    package var wordHashes: [UInt64] = []
    /// The normal forms of the words, each followed by a zero byte.
    package var folded: [UInt8] = []

    // The buffers are owned and freed in `deinit`. `makeRoom` guarantees that writes stay within their sizes.
    private let tokenRoom: UnsafeMutablePointer<Token>
    private let wordRoom: UnsafeMutablePointer<Int32>
    private let hashRoom: UnsafeMutablePointer<UInt64>
    private let foldedRoom: UnsafeMutablePointer<UInt8>
    /// The 64 bytes of a block in lower case, and 32 further bytes that a load may read.
    private let lowered: UnsafeMutablePointer<UInt8>
    /// The buffer into which ICU writes the normal form of a word.
    private let contextRoom: UnsafeMutablePointer<UInt8>
    private let characters: CharacterTable
    private var tokenCount = 0
    private var wordCount = 0
    private var foldedCount = 0
    /// The number of tokens and of folded bytes flushed into the arrays.
    private var tokenBase = 0
    private var foldedBase = 0

    private static var tokenSize: Int { 512 }
    private static var foldedSize: Int { 4096 }
    /// The maximum length in bytes of a token that is normalized (NFKC case fold). No table contains longer
    /// words, so the normal form of a longer word is the word itself, in lower case if it is ASCII.
    private static var longestFolded: Int { 512 }
    /// The normal form of a character has at most 18 UTF-16 code units of at most three bytes each.
    private static var contextSize: Int { 18 * 3 * longestFolded }

    package init(_ characters: CharacterTable) {
        self.characters = characters
        tokenRoom = .allocate(capacity: Self.tokenSize)
        wordRoom = .allocate(capacity: Self.tokenSize)
        hashRoom = .allocate(capacity: Self.tokenSize)
        foldedRoom = .allocate(capacity: Self.foldedSize)
        contextRoom = .allocate(capacity: Self.contextSize)
        lowered = .allocate(capacity: 96)
        lowered.initialize(repeating: 0, count: 96)
    }

    deinit {
        tokenRoom.deallocate()
        wordRoom.deallocate()
        hashRoom.deallocate()
        foldedRoom.deallocate()
        contextRoom.deallocate()
        lowered.deallocate()
    }

    /// Exchanges the arrays with the arrays of a text: before writing to reuse the memory of the text, and
    /// after writing to hand the tokens to the text.
    mutating func exchange(_ text: inout TokenizedText) {
        swap(&tokens, &text.tokens)
        swap(&words, &text.words)
        swap(&wordHashes, &text.wordHashes)
        swap(&folded, &text.folded)
    }

    /// Removes all tokens and keeps the capacity.
    package mutating func clear() {
        tokens.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        wordHashes.removeAll(keepingCapacity: true)
        folded.removeAll(keepingCapacity: true)
        (tokenCount, wordCount, foldedCount, tokenBase, foldedBase) = (0, 0, 0, 0, 0)
    }

    package mutating func flush() {
        tokens.append(contentsOf: UnsafeBufferPointer(start: tokenRoom, count: tokenCount))
        words.append(contentsOf: UnsafeBufferPointer(start: wordRoom, count: wordCount))
        wordHashes.append(contentsOf: UnsafeBufferPointer(start: hashRoom, count: wordCount))
        folded.append(contentsOf: UnsafeBufferPointer(start: foldedRoom, count: foldedCount))
        (tokenCount, wordCount, foldedCount) = (0, 0, 0)
        (tokenBase, foldedBase) = (tokens.count, folded.count)
    }

    @inline(__always)
    private mutating func makeRoom(tokens: Int, folded: Int) {
        if tokenCount &+ tokens > Self.tokenSize || foldedCount &+ folded > Self.foldedSize { flush() }
    }

    // A word of n bytes takes n + 1 bytes of normal form, which are written in steps of 16 bytes.
    @inline(__always)
    private mutating func makeRoomForBlock() { makeRoom(tokens: 64, folded: 2 * 64 + 16) }

    /// Writes the tokens of a block, each from one set bit of `starts` to the next.
    ///
    /// - Parameters:
    ///   - block: The classes of the bytes. Bit 0 is the first byte of the block.
    ///   - start: A pointer to 64 bytes of the text, or of a copy. They include the block.
    ///   - skipped: The number of these bytes that precede the block.
    ///   - starts: One bit for the first byte of each token, and one for the end of the last token.
    ///   - text: The complete text, from which tokens with characters outside ASCII are read.
    ///   - offset: The offset of the block's first byte in the text.
    @inline(__always)
    package mutating func write(
        _ block: ilk_block, _ start: UnsafePointer<UInt8>, skipped: Int, starts: UInt64,
        _ text: UnsafeBufferPointer<UInt8>, offset: Int
    ) {
        makeRoomForBlock()
        ilk_block_lower(start, lowered)
        let letters = UnsafePointer(lowered + skipped)
        let thrice = block.doubled & (block.doubled &>> 1) & block.alphabetic
        var rest = starts & (starts &- 1)
        var lower = 0
        while rest != 0 {
            let upper = rest.trailingZeroBitCount
            rest &= rest &- 1
            let first: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lower)
            let all = (1 &<< UInt64(truncatingIfNeeded: upper)) &- first
            if all & block.high != 0 {
                write(text, lower: offset &+ lower, upper: offset &+ upper)
                makeRoomForBlock()
            } else if block.word & first == 0 {
                let shape = TokenShape(
                    rawValue: block.apostrophe & first == 0 ? 0 : TokenShape.hasApostrophe.rawValue)
                let kind = TokenKind.ofASCII(letters[lower])
                put(
                    offset &+ lower, offset &+ upper, kind, shape,
                    TokenType(kind, first: letters[lower]), characters: upper &- lower)
            } else if all & ~block.lower == 0 {
                let shape = all & thrice == 0 ? TokenShape.hasLower : TokenShape.hasLower.union(.elongated)
                putWord(letters, offset, lower, upper, .letter, shape)
            } else {
                putMixed(block, thrice, letters, offset, lower, upper, first, all)
            }
            lower = upper
        }
    }

    /// Writes a token of word characters that are not all lower-case letters.
    @inline(__always)
    private mutating func putMixed(
        _ block: ilk_block, _ thrice: UInt64, _ letters: UnsafePointer<UInt8>, _ offset: Int, _ lower: Int,
        _ upper: Int, _ first: UInt64, _ all: UInt64
    ) {
        var shape: TokenShape = []
        if block.upper & first != 0 { shape.insert(.startsUpper) }
        if block.upper & all & ~first != 0 { shape.insert(.innerUpper) }
        if block.lower & all != 0 { shape.insert(.hasLower) }
        if block.digit & all != 0 { shape.insert(.hasDigit) }
        if block.apostrophe & all != 0 { shape.insert(.hasApostrophe) }
        if thrice & all != 0 { shape.insert(.elongated) }
        let marks = all & block.word & ~(block.alphabetic | block.digit)
        if marks != 0, Self.hasUnderscore(letters, lower, upper) { shape.insert(.hasUnderscore) }
        if block.alphabetic & all != 0 {
            putWord(letters, offset, lower, upper, .letter, shape)
        } else if block.digit & all != 0 {
            putWord(letters, offset, lower, upper, .number, shape)
        } else {
            put(offset &+ lower, offset &+ upper, .other, shape, .mark, characters: upper &- lower)
        }
    }

    /// `true` if the token has an underscore. Otherwise it has an `@`, which some rules treat as a letter.
    private static func hasUnderscore(_ letters: UnsafePointer<UInt8>, _ lower: Int, _ upper: Int) -> Bool {
        for place in lower..<upper where letters[place] == UInt8(ascii: "_") { return true }
        return false
    }

    /// Writes one token, which may contain characters outside ASCII.
    package mutating func write(_ text: UnsafeBufferPointer<UInt8>, lower: Int, upper: Int) {
        if upper &- lower > Self.longestFolded { return putLong(text, lower, upper) }
        makeRoom(tokens: 1, folded: 2 * Self.longestFolded + 1)
        var reading = TokenReading()
        let start = foldedRoom + foldedCount
        let count = reading.read(text, lower: lower, upper: upper, characters, foldedInto: start)
        guard reading.kind.isWord else { return putGapOrMark(text, lower, upper, reading) }
        if reading.dependsOnContext { return putInContext(text, lower, upper, reading) }
        let hash = StableHash.hash(start, count: count, seed: StableHash.wordSeed)
        start[count] = 0
        finishWord(lower, upper, reading, count: count, hash: hash)
    }

    /// Writes a token with more than ``longestFolded`` bytes.
    private mutating func putLong(_ text: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int) {
        var reading = TokenReading()
        _ = reading.read(text, lower: lower, upper: upper, characters, foldedInto: nil)
        guard reading.kind.isWord else {
            makeRoom(tokens: 1, folded: 0)
            return putGapOrMark(text, lower, upper, reading)
        }
        let bytes = UnsafeBufferPointer(rebasing: text[lower..<upper])
        guard !reading.shape.contains(.nonASCII) else { return putForm(bytes, lower, upper, reading) }
        putForm(bytes, lower, upper, reading)
        let start = folded.count - bytes.count - 1
        let hash = folded.withUnsafeMutableBufferPointer { folded -> UInt64 in
            guard let form = folded.baseAddress.map({ $0 + start }) else { return 0 }
            for index in 0..<bytes.count { form[index] = form[index].asciiLowercased }
            return StableHash.hash(form, count: bytes.count, seed: StableHash.wordSeed)
        }
        hashRoom[wordCount &- 1] = hash
    }

    /// Writes a word whose normal form ICU must compute.
    private mutating func putInContext(
        _ text: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int, _ reading: TokenReading
    ) {
        guard let base = text.baseAddress else { return }
        var status: Int32 = 0
        let count = ilk_casefold_nfkc(
            base + lower, Int32(upper - lower), contextRoom, Int32(Self.contextSize), &status)
        let form = UnsafeBufferPointer(start: contextRoom, count: min(Int(count), Self.contextSize))
        putForm(form, lower, upper, reading)
    }

    /// Writes a token that is not a word.
    private mutating func putGapOrMark(
        _ text: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int, _ reading: TokenReading
    ) {
        let isEmoji = reading.kind == .other && Self.isEmoji(text, at: lower)
        let type = isEmoji ? .emoji : TokenType(reading.kind, first: text[lower])
        put(lower, upper, reading.kind, reading.shape, type, characters: reading.characterCount)
    }

    /// `true` if a symbol is in a Unicode block with emoji, judged by its first two bytes.
    private static func isEmoji(_ text: UnsafeBufferPointer<UInt8>, at lower: Int) -> Bool {
        switch text[lower] {
        case 0xF0: return text[lower + 1] == 0x9F
        case 0xE2: return text[lower + 1] >= 0x98 && text[lower + 1] <= 0x9E || text[lower + 1] == 0xAD
        default: return false
        }
    }

    /// Writes a word with a normal form of any length.
    private mutating func putForm(
        _ form: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int, _ reading: TokenReading
    ) {
        flush()
        let start = folded.count
        appendWithPlainApostrophes(form)
        let count = folded.count - start
        let hash = folded.withUnsafeBufferPointer { folded in
            folded.baseAddress.map { StableHash.hash($0 + start, count: count, seed: StableHash.wordSeed) }
        }
        folded.append(0)
        foldedBase = start
        finishWord(lower, upper, reading, count: count, hash: hash ?? 0)
        foldedCount = 0
        foldedBase = folded.count
    }

    /// Appends a normal form with U+2019 replaced by the apostrophe that word lists and rules use.
    private mutating func appendWithPlainApostrophes(_ form: UnsafeBufferPointer<UInt8>) {
        var kept = 0
        var index = 0
        while index + 2 < form.count {
            if form[index] == 0xE2, form[index + 1] == 0x80, form[index + 2] == 0x99 {
                folded.append(contentsOf: UnsafeBufferPointer(rebasing: form[kept..<index]))
                folded.append(UInt8(ascii: "'"))
                index += 3
                kept = index
            } else {
                index += 1
            }
        }
        folded.append(contentsOf: UnsafeBufferPointer(rebasing: form[kept...]))
    }

    @inline(__always)
    private mutating func put(
        _ lower: Int, _ upper: Int, _ kind: TokenKind, _ shape: TokenShape, _ type: TokenType, characters: Int
    ) {
        let place = Int32(truncatingIfNeeded: foldedBase &+ foldedCount)
        (tokenRoom + tokenCount).initialize(
            to: Token(
                lowerBound: Int32(truncatingIfNeeded: lower), upperBound: Int32(truncatingIfNeeded: upper),
                foldedLowerBound: place, foldedUpperBound: place,
                characterCount: Int32(truncatingIfNeeded: characters), kind: kind, shape: shape, type: type))
        tokenCount &+= 1
    }

    @inline(__always)
    private mutating func finishWord(
        _ lower: Int, _ upper: Int, _ reading: TokenReading, count: Int, hash: UInt64
    ) {
        (wordRoom + wordCount).initialize(to: Int32(truncatingIfNeeded: tokenBase &+ tokenCount))
        (hashRoom + wordCount).initialize(to: hash)
        wordCount &+= 1
        put(
            lower, upper, reading.kind, reading.shape, TokenType(reading.kind, first: 0),
            characters: reading.characterCount)
        tokenRoom[tokenCount &- 1].foldedUpperBound &+= Int32(truncatingIfNeeded: count)
        foldedCount &+= count &+ 1
    }

    /// Writes an ASCII word whose normal form is in `letters`.
    @inline(__always)
    private mutating func putWord(
        _ letters: UnsafePointer<UInt8>, _ offset: Int, _ lower: Int, _ upper: Int, _ kind: TokenKind,
        _ shape: TokenShape
    ) {
        let count = upper &- lower
        let source = UnsafeRawPointer(letters + lower)
        let target = UnsafeMutableRawPointer(foldedRoom + foldedCount)
        let head = source.loadUnaligned(as: SIMD2<UInt64>.self)
        target.storeBytes(of: head, as: SIMD2<UInt64>.self)
        let hash: UInt64
        if count <= 8 {
            let kept = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
            hash = StableHash.finish(
                StableHash.step(StableHash.wordSeed, UInt64(littleEndian: head.x) & kept), count: count)
        } else {
            if count > 16 {
                target.copyMemory(from: source, byteCount: count)
            }
            hash = StableHash.hash(foldedRoom + foldedCount, count: count, seed: StableHash.wordSeed)
        }
        foldedRoom[foldedCount &+ count] = 0
        (wordRoom + wordCount).initialize(to: Int32(truncatingIfNeeded: tokenBase &+ tokenCount))
        (hashRoom + wordCount).initialize(to: hash)
        wordCount &+= 1
        put(offset &+ lower, offset &+ upper, kind, shape, TokenType(kind, first: 0), characters: count)
        tokenRoom[tokenCount &- 1].foldedUpperBound &+= Int32(truncatingIfNeeded: count)
        foldedCount &+= count &+ 1
    }
}
