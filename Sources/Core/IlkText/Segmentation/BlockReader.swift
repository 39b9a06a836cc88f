package import CICU

/// The two ASCII characters whose treatment depends on the locale of the word rules.
package struct ASCIIAlphabet: Sendable, Hashable {
    /// The byte that counts as a letter, or 0xFF for none.
    package var at: UInt8
    /// The byte that joins two letters like an apostrophe, or 0xFF for none.
    package var colon: UInt8

    /// The alphabet of ICU's rules for most locales, in which `@` is a letter and `:` joins nothing.
    package static let icu = ASCIIAlphabet(at: UInt8(ascii: "@"), colon: 0xFF)
}

/// Classifies 64 bytes at a time. The type is a protocol so that tests can compare the vector code with loops
/// and can plant faults. All code is specialized for one reader.
package protocol BlockReader {
    /// Returns the classes of 64 bytes in the word rules.
    static func read(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_block

    static func readUpper(_ bytes: UnsafePointer<UInt8>) -> UInt64

    /// Returns the bytes that equal the next byte except for case. Reads 65 bytes.
    static func readDoubled(_ bytes: UnsafePointer<UInt8>) -> UInt64

    /// Returns the bytes that join letters or digits.
    static func readJoiners(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_joiners

    /// Returns the bytes that end lines or sentences.
    static func readStops(_ bytes: UnsafePointer<UInt8>) -> ilk_stop_block

    /// Returns the bytes that may be part of a URL, a mail address, a mention or a hashtag.
    static func readSpecial(_ bytes: UnsafePointer<UInt8>) -> UInt64

    /// Returns the positions in a block at which boundaries do not depend on the bytes from `end` onward.
    /// `end` is the position of the first byte outside ASCII, or 64.
    static func certain(before end: Int) -> UInt64
}

extension BlockReader {
    // A boundary depends only on the bytes directly before, at and after its position.
    @inline(__always)
    package static func certain(before end: Int) -> UInt64 {
        end == 0 ? 0 : (1 &<< UInt64(truncatingIfNeeded: end &- 1)) &- 1
    }
}

/// The reader for the vector instructions of this machine.
package enum VectorReader: BlockReader {
    @inline(__always)
    package static func read(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_block {
        ilk_block_read(bytes, alphabet.at)
    }

    @inline(__always)
    package static func readUpper(_ bytes: UnsafePointer<UInt8>) -> UInt64 { ilk_upper_read(bytes) }

    @inline(__always)
    package static func readDoubled(_ bytes: UnsafePointer<UInt8>) -> UInt64 { ilk_doubled_read(bytes) }

    @inline(__always)
    package static func readJoiners(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_joiners {
        ilk_joiners_read(bytes, alphabet.colon)
    }

    @inline(__always)
    package static func readStops(_ bytes: UnsafePointer<UInt8>) -> ilk_stop_block {
        ilk_stop_block_read(bytes)
    }

    @inline(__always)
    package static func readSpecial(_ bytes: UnsafePointer<UInt8>) -> UInt64 { ilk_special_read(bytes) }
}

extension BlockReader {
    /// Returns the word boundaries of a block that begins at a word boundary, by the rules WB3 to WB13b of
    /// UAX #29 for ASCII.
    ///
    /// The result is valid up to the last position that does not depend on bytes after the block
    /// (``certain(before:)``).
    ///
    /// - Parameters:
    ///   - start: The 64 bytes that were read. The block is the end of these bytes.
    ///   - skipped: The number of the read bytes that precede the block.
    @inline(__always)
    static func starts(
        _ block: ilk_block, _ start: UnsafePointer<UInt8>, skipped: Int, _ alphabet: ASCIIAlphabet
    ) -> UInt64 {
        let gaps = ~(block.word | block.blank) & (block.word &<< 1) & (block.word &>> 1)
        var run = block.word
        if gaps != 0 {
            let skipped = UInt64(truncatingIfNeeded: skipped)
            let joiners = readJoiners(start, alphabet)
            run |= joiners.letters &>> skipped & (block.letter &<< 1) & (block.letter &>> 1)
            run |= joiners.digits &>> skipped & (block.digit &<< 1) & (block.digit &>> 1)
        }
        var together = run & (run &<< 1) | block.blank & (block.blank &<< 1)
        if block.carriageReturn != 0 { together |= block.pairs(start + skipped, count: 64 &- skipped) }
        return ~together
    }
}

extension ilk_block {
    @inline(__always)
    var lower: UInt64 { alphabetic & ~upper }

    /// Returns the block without its first `count` bytes.
    @inline(__always)
    func behind(_ count: Int) -> ilk_block {
        let count = UInt64(truncatingIfNeeded: count)
        return ilk_block(
            high: high &>> count, alphabetic: alphabetic &>> count, letter: letter &>> count,
            digit: digit &>> count, word: word &>> count, blank: blank &>> count,
            carriageReturn: carriageReturn &>> count, apostrophe: apostrophe &>> count,
            upper: upper &>> count, doubled: doubled &>> count)
    }

    /// Returns the line feeds after carriage returns.
    fileprivate func pairs(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt64 {
        var found: UInt64 = 0
        var rest = carriageReturn & ~(1 &<< UInt64(truncatingIfNeeded: count &- 1))
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            if bytes[place + 1] == 0x0A { found |= 2 << UInt64(place) }
            rest &= rest - 1
        }
        return found
    }
}
