package import CICU

/// The two characters of ASCII on which word rules differ.
package struct ASCIIAlphabet: Sendable, Hashable {
    /// Counts as a letter; 0xFF when none does.
    package var at: UInt8
    /// Joins two letters as an apostrophe does; 0xFF when none does.
    package var colon: UInt8

    /// ICU's rules for most locales: `@` counts as a letter, `:` joins nothing.
    package static let icu = ASCIIAlphabet(at: UInt8(ascii: "@"), colon: 0xFF)
    /// UAX #29 as it stands.
    package static let plain = ASCIIAlphabet(at: 0xFF, colon: UInt8(ascii: ":"))
}

/// Reads 64 bytes at a time. A protocol, so that the vectors stand beside the plain way, and beside readers with
/// planted faults that the proof must catch; everything is specialised for one of them.
package protocol BlockReader {
    /// What 65 bytes are to the word rules.
    static func read(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_block

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
        ilk_block_read(bytes, alphabet.at, alphabet.colon)
    }
}

/// Byte by byte: what the vectors are held to.
package enum PlainReader: BlockReader {
    package static func read(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_block {
        ilk_block_read_plain(bytes, alphabet.at, alphabet.colon)
    }
}

extension ilk_block {
    /// Where words begin, the block itself beginning with one: rules WB3 to WB13b of UAX #29 for ASCII.
    ///
    /// Good up to the last place that hangs on nothing behind the block (``BlockReader/certain(before:)``).
    @inline(__always)
    func starts(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        let joins =
            joinsLetters & (letter &<< 1) & (letter &>> 1) | joinsDigits & (digit &<< 1) & (digit &>> 1)
        let run = word | joins
        var together = run & (run &<< 1) | blank & (blank &<< 1)
        if carriageReturn != 0 { together |= pairs(bytes) }
        return ~together
    }

    /// The line feeds behind carriage returns.
    private func pairs(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        var found: UInt64 = 0
        var rest = carriageReturn & ~(1 << 63)
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            if bytes[place + 1] == 0x0A { found |= 2 << UInt64(place) }
            rest &= rest - 1
        }
        return found
    }
}
