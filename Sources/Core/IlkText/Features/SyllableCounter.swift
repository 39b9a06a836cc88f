import CICU

/// Counts the syllables of all words as `Readability.syllables` counts those of one, sixty-four bytes at a time.
///
/// Every normal form is ended by a zero. To ask of every word at once whether it has a group of vowels, the groups'
/// beginnings are added to the mask of its letters: a carry comes out where the word ends if there is one.
struct SyllableCounter {
    // The buffer of an analysis, lent for the survey that makes this.
    private let folded: UnsafeBufferPointer<UInt8>
    private var syllables = 0

    /// The syllables of words by their normal forms, one behind the other, each ended by a zero.
    static func count(_ folded: UnsafeBufferPointer<UInt8>) -> Int {
        var counter = SyllableCounter(folded: folded)
        counter.countAll()
        return counter.syllables
    }

    private init(folded: UnsafeBufferPointer<UInt8>) { self.folded = folded }

    private mutating func countAll() {
        guard let base = folded.baseAddress else { return }
        var offset = 0
        while offset &+ 64 <= folded.count {
            offset = count(ilk_syllable_block_read(base + offset), at: offset)
        }
        let rest = folded.count - offset
        guard rest > 0 else { return }
        guard folded.count >= 64 else {
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { room in
                guard let copy = room.baseAddress else { return }
                room.initialize(repeating: 0)
                copy.update(from: base, count: folded.count)
                countLast(ilk_syllable_block_read(copy), rest, at: offset)
            }
        }
        // The last block ends where the text does.
        let block = ilk_syllable_block_read(base + (folded.count - 64))
        countLast(block.behind(64 - rest), rest, at: offset)
    }

    private mutating func countLast(_ block: ilk_syllable_block, _ rest: Int, at offset: Int) {
        var (block, offset) = (block, offset)
        block.end &= UInt64.max >> UInt64(truncatingIfNeeded: 64 - rest)
        offset = count(block, at: offset)
        // A word longer than a block may have been passed over, and others behind it.
        while offset < folded.count { offset = countWord(at: offset) }
    }

    /// Counts the words that end in a block, and returns where the next one begins.
    @inline(__always)
    private mutating func count(_ block: ilk_syllable_block, at offset: Int) -> Int {
        guard block.end != 0 else { return countWord(at: offset) }
        let size = 64 &- block.end.leadingZeroBitCount
        var ends = block.end
        var letters = ~block.end & (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- size))
        if block.high & letters != 0 { leaveOut(block.high & letters, &ends, &letters, at: offset) }
        let starts = block.vowel & ~(block.vowel &<< 1) & letters
        // Mute is an e behind a letter that is no vowel, and of a word of three letters and more.
        let mute = block.e & ~(block.vowel &<< 1) & ~(block.end &<< 1 | 1) & letters
        let last =
            mute & (block.end &>> 1) & ~(block.end &<< 2 | 3)
            & (~(block.l &<< 1) | block.vowel &<< 2)
        let beforeLast =
            mute & (block.end &>> 2)
            & (block.d &>> 1 & ~(block.beforeD &<< 1) | block.s &>> 1 & ~(block.beforeS &<< 1))
        let voiced = (letters &+ starts) & ends
        let others = (letters &+ (starts & ~(last | beforeLast))) & ends
        let silent = others & (last &<< 1 | beforeLast &<< 2)
        // Every word has one at least, and a mute e is none where there is another.
        syllables &+= starts.nonzeroBitCount &+ (ends & ~voiced).nonzeroBitCount &- silent.nonzeroBitCount
        return offset &+ size
    }

    /// Counts the words with letters outside ASCII one by one, and takes them off the masks.
    @inline(never)
    private mutating func leaveOut(
        _ high: UInt64, _ ends: inout UInt64, _ letters: inout UInt64, at offset: Int
    ) {
        var rest = high
        let all = ends
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            let behind = all & (UInt64.max &<< UInt64(truncatingIfNeeded: place))
            let end = behind & (0 &- behind)
            let before = all & ((1 &<< UInt64(truncatingIfNeeded: place)) &- 1)
            let lower = 64 &- before.leadingZeroBitCount
            syllables &+= Readability.syllables(folded, offset &+ lower..<offset &+ end.trailingZeroBitCount)
            let upTo = end &- 1 | end
            ends &= ~end
            letters &= ~(upTo & (UInt64.max &<< UInt64(truncatingIfNeeded: lower)))
            rest &= ~upTo
        }
    }

    /// Counts the word that begins at an offset, and returns where the next one begins.
    @inline(never)
    private mutating func countWord(at offset: Int) -> Int {
        var end = offset
        while end < folded.count, folded[end] != 0 { end += 1 }
        syllables &+= Readability.syllables(folded, offset..<end)
        return end + 1
    }
}

extension ilk_syllable_block {
    /// The block without its first bytes.
    @inline(__always)
    fileprivate func behind(_ count: Int) -> ilk_syllable_block {
        let count = UInt64(truncatingIfNeeded: count)
        return ilk_syllable_block(
            high: high &>> count, end: end &>> count, vowel: vowel &>> count, e: e &>> count, l: l &>> count,
            d: d &>> count, s: s &>> count, beforeD: beforeD &>> count, beforeS: beforeS &>> count)
    }
}
