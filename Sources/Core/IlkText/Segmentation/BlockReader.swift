package import CICU

/// The two characters of ASCII on which word rules differ.
package struct ASCIIAlphabet: Sendable, Hashable {
    /// Counts as a letter; 0xFF when none does.
    package var at: UInt8
    /// Joins two letters as an apostrophe does; 0xFF when none does.
    package var colon: UInt8

    /// ICU's rules for most locales: `@` counts as a letter, `:` joins nothing.
    package static let icu = ASCIIAlphabet(at: UInt8(ascii: "@"), colon: 0xFF)
}

/// Reads 64 bytes at a time. A protocol, so that the proof can check the vectors against plain loops and plant faults in
/// them; everything is specialised for one of its readers.
package protocol BlockReader {
    /// What 64 bytes are to the word rules.
    static func read(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_block

    /// Which of 64 bytes are upper-case letters.
    static func readUpper(_ bytes: UnsafePointer<UInt8>) -> UInt64

    /// Which of 64 bytes are the same but for case as the byte behind them: 65 are read.
    static func readDoubled(_ bytes: UnsafePointer<UInt8>) -> UInt64

    /// What joins letters and digits among 64 bytes.
    static func readJoiners(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_joiners

    /// What ends lines and sentences among 64 bytes.
    static func readStops(_ bytes: UnsafePointer<UInt8>) -> ilk_stop_block

    /// Which of 64 bytes may tell of a URL, a mail address, a mention or a tag.
    static func readSpecial(_ bytes: UnsafePointer<UInt8>) -> UInt64

    /// The places of a block whose being a boundary hangs on nothing from `end` on: `end` is the first byte that is
    /// not ASCII, or 64.
    static func certain(before end: Int) -> UInt64
}

extension BlockReader {
    /// Whether a boundary is at a place hangs on the bytes before, at and behind it.
    @inline(__always)
    package static func certain(before end: Int) -> UInt64 {
        end == 0 ? 0 : (1 &<< UInt64(truncatingIfNeeded: end &- 1)) &- 1
    }
}

/// The vectors of this machine.
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
    /// Where words begin, the block itself beginning with one: rules WB3 to WB13b of UAX #29 for ASCII.
    ///
    /// Good up to the last place that hangs on nothing behind the block (``certain(before:)``).
    ///
    /// - Parameter start: The 64 bytes that were read, the block's being the last of them.
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
    /// Lower-case letters of ASCII.
    @inline(__always)
    var lower: UInt64 { alphabetic & ~upper }

    /// The block without its first bytes.
    @inline(__always)
    func behind(_ count: Int) -> ilk_block {
        let count = UInt64(truncatingIfNeeded: count)
        return ilk_block(
            high: high &>> count, alphabetic: alphabetic &>> count, letter: letter &>> count,
            digit: digit &>> count, word: word &>> count, blank: blank &>> count,
            carriageReturn: carriageReturn &>> count, apostrophe: apostrophe &>> count,
            upper: upper &>> count, doubled: doubled &>> count)
    }

    /// The line feeds behind carriage returns among the bytes of a block.
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
