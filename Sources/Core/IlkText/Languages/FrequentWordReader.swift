import CICU
import IlkVocabulary

package protocol FrequentWordSink {
    /// Receives a word of prose as lower-case letters, the first in the lowest byte, padded with zeros. All
    /// bits are set for a word of more than eight letters.
    mutating func word(_ key: UInt64)
}

/// Finds the ASCII words of a text in blocks of 64 bytes and skips words that look like code.
///
/// The reader distinguishes words of prose from code as ``LanguageReader`` does. Words with letters outside
/// ASCII are counted but not passed to the sink.
package struct FrequentWordReader {
    /// The size of a block, and of the buffer that a reader needs for a shorter text, in bytes.
    private static let blockSize = 64
    package static let roomSize = 80

    /// The number of words of prose, and of words that look like code.
    package private(set) var words = 0
    package private(set) var codeWords = 0
    /// The number of ASCII letters, and the number of bytes outside ASCII.
    package private(set) var letters = 0
    package private(set) var foreign = 0

    private let text: UnsafeBufferPointer<UInt8>
    /// The text, or a zero-padded copy of it, and the number of readable bytes.
    private let base: UnsafePointer<UInt8>
    private let readable: Int

    /// Returns `nil` for an empty text. `room` is a buffer of ``roomSize`` bytes for a short text and must
    /// outlive the reader.
    package init?(_ text: UnsafeBufferPointer<UInt8>, room: UnsafeMutableBufferPointer<UInt8>) {
        guard let start = text.baseAddress, let copy = room.baseAddress, text.count > 0 else { return nil }
        self.text = text
        if text.count >= Self.blockSize {
            base = start
            readable = text.count
        } else {
            room.initialize(repeating: 0)
            copy.update(from: start, count: text.count)
            base = UnsafePointer(copy)
            readable = Self.roomSize
        }
    }

    /// Reads the words that begin in a range. The range must not begin inside a word.
    @inline(__always)
    package mutating func read<Sink: FrequentWordSink>(_ range: Range<Int>, into sink: inout Sink) {
        // Bit *i* of each mask is byte *i* of the block. Wrapping arithmetic avoids overflow checks: offsets
        // are within the text.
        var offset = range.lowerBound
        while offset < range.upperBound {
            // The last block ends with the text, so it may begin before the offset.
            let place = min(offset, max(0, text.count &- Self.blockSize))
            let block = ilk_word_block_read(base + place).behind(offset &- place)
            let size = min(Self.blockSize &- (offset &- place), text.count &- offset)
            // A word at the end of the block may continue, so it belongs to the next block.
            let end = offset &+ size == text.count ? size : block.certainEnd
            if end == 0 {
                offset = passLongWord(from: offset)
                continue
            }
            let kept = Self.mask(min(end, range.upperBound &- offset))
            let run = block.run & Self.mask(end)
            // A word starts at each bit whose lower neighbor is not set.
            var starts = run & ~(run &<< 1) & kept
            letters &+= (block.letters & kept).nonzeroBitCount
            let odd = block.oddPlaces(
                run, isOddBefore: offset > 0 && WordSurroundings.isUnusual(base[offset &- 1]))
            if odd & kept != 0 { sortOut(odd & kept, block, run, &starts, at: offset) }
            // Letters after a byte outside ASCII are treated as the rest of a longer word.
            words &+= (starts & ~(block.high &<< 1)).nonzeroBitCount
            if block.high != 0 {
                foreign &+= (block.high & kept).nonzeroBitCount
                leaveOutForeign(block, run, &starts)
            }
            while starts != 0 {
                let lower = starts.trailingZeroBitCount
                // Turns off the lowest bit (Warren, "Hacker's Delight", 2-1).
                starts &= starts &- 1
                // The length of the word is the number of consecutive set bits from its start.
                let count = (~(run &>> UInt64(truncatingIfNeeded: lower))).trailingZeroBitCount
                sink.word(key(at: offset &+ lower, count: count))
            }
            offset &+= end
        }
    }

    @inline(__always)
    private func key(at offset: Int, count: Int) -> UInt64 {
        let raw = UnsafeRawPointer(base)
        var word: UInt64
        if offset &+ 8 <= readable {
            word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        } else {
            // Loads the last eight bytes and shifts out those before the word.
            word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: readable &- 8, as: UInt64.self))
            word = word &>> UInt64(truncatingIfNeeded: 8 &* (offset &+ 8 &- readable))
        }
        // Sets the lower-case bit of letters. An apostrophe already has this bit.
        word |= 0x2020_2020_2020_2020
        // Clears the bytes after the word. The count is at least 1, so the shift is less than 64.
        word &= UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* min(count, 8))
        return count > 8 ? .max : word
    }

    /// Removes words that are not prose from `starts`. Only words at `places` are examined.
    @inline(never)
    private mutating func sortOut(
        _ places: UInt64, _ block: ilk_word_block, _ run: UInt64, _ starts: inout UInt64, at offset: Int
    ) {
        let surroundings = WordSurroundings(bytes: text)
        let mixed = block.mixed
        let all = starts
        var rest = places
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            // The word with this position is the last one that starts at or before it.
            let upTo = all & (UInt64.max &>> UInt64(truncatingIfNeeded: 63 &- place))
            guard upTo != 0 else {
                rest &= rest &- 1
                continue
            }
            let lower = 63 &- upTo.leadingZeroBitCount
            let upper = lower &+ (~(run &>> UInt64(truncatingIfNeeded: lower))).trailingZeroBitCount
            let word = Self.mask(upper) & ~Self.mask(lower)
            // Each word is examined once.
            rest &= ~Self.mask(max(upper, place &+ 1))
            switch surroundings.kind(of: offset &+ lower..<offset &+ upper) {
            case .prose where mixed & word == 0: continue
            case .name: break
            default: codeWords &+= 1
            }
            starts &= ~(1 &<< UInt64(truncatingIfNeeded: lower))
        }
    }

    /// Removes words that are next to letters outside ASCII from `starts`.
    @inline(never)
    private func leaveOutForeign(_ block: ilk_word_block, _ run: UInt64, _ starts: inout UInt64) {
        starts &= ~(block.high &<< 1)
        // The bytes outside ASCII that directly follow a word.
        var ends = (run &<< 1) & ~run & block.high
        while ends != 0 {
            // `x & -x` isolates the lowest bit (Warren, 2-1). Minus 1, it is a mask of all lower bits.
            let before = starts & ((ends & (0 &- ends)) &- 1)
            ends &= ends &- 1
            guard before != 0 else { continue }
            let lower = 63 &- before.leadingZeroBitCount
            let upper = lower &+ (~(run &>> UInt64(truncatingIfNeeded: lower))).trailingZeroBitCount
            // The found word may end earlier, because words can be missing from `starts`.
            if upper < 64, block.high &>> UInt64(truncatingIfNeeded: upper) & 1 != 0 {
                starts &= ~(1 &<< UInt64(truncatingIfNeeded: lower))
            }
        }
    }

    /// Counts a word that is longer than a block, and returns its end.
    @inline(never)
    private mutating func passLongWord(from offset: Int) -> Int {
        var end = offset
        var isMixed = false
        var endsLower = false
        while end < text.count {
            if text[end].isASCIILetter {
                // Bit 5 distinguishes the cases of an ASCII letter.
                let isLower = text[end] & 0x20 != 0
                if endsLower, !isLower { isMixed = true }
                endsLower = isLower
            } else if text[end] != UInt8(ascii: "'") || end == offset || !text[end - 1].isASCIILetter
                || !Marks.byte(text, end + 1).isASCIILetter
            {
                break
            }
            end += 1
        }
        switch WordSurroundings(bytes: text).kind(of: offset..<end) {
        case .prose where !isMixed: words &+= 1
        case .name: break
        default: codeWords &+= 1
        }
        return end
    }

    /// Returns a mask of the lowest bits, at most 64.
    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 {
        count >= 64 ? .max : (1 &<< UInt64(truncatingIfNeeded: count)) &- 1
    }
}

extension ilk_word_block {
    /// Returns the block without its first `count` bytes.
    @inline(__always)
    fileprivate func behind(_ count: Int) -> ilk_word_block {
        let count = UInt64(truncatingIfNeeded: count)
        return ilk_word_block(
            letters: letters &>> count, upper: upper &>> count, apostrophe: apostrophe &>> count,
            high: high &>> count, odd: odd &>> count)
    }

    /// The bytes of words: letters, and apostrophes between letters.
    @inline(__always)
    fileprivate var run: UInt64 { letters | apostrophe & (letters &<< 1) & (letters &>> 1) }

    /// The start of the word that ends with the block and may continue in the next one; 64 if there is none.
    @inline(__always)
    fileprivate var certainEnd: Int {
        // An apostrophe in the last byte may be followed by a letter in the next block.
        let last: UInt64 = 1 << 63
        let open = run | apostrophe & (letters &<< 1) & last
        return 64 &- (~open).leadingZeroBitCount
    }

    /// Capital letters after lower-case letters, possibly with an apostrophe in between, as in identifiers.
    @inline(__always)
    fileprivate var mixed: UInt64 {
        let small = letters & ~upper
        return upper & ((small | apostrophe & (small &<< 1)) &<< 1)
    }

    /// Returns positions in words that may not be prose, as indicated by the bytes in or beside them.
    @inline(__always)
    fileprivate func oddPlaces(_ run: UInt64, isOddBefore: Bool) -> UInt64 {
        let starts = run & ~(run &<< 1)
        let ends = (run &<< 1) & ~run
        // The first byte of a word after an odd byte, and the last byte of a word before one.
        let before = starts & (odd &<< 1 | (isOddBefore ? 1 : 0))
        return before | (ends & odd) &>> 1 | run & mixed
    }
}
