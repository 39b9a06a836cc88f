import CICU
import IlkVocabulary

/// The properties of one token, read character by character. For tokens that ``TokenWriter`` does not write
/// from a block.
struct TokenReading {
    private(set) var kind = TokenKind.other
    private(set) var shape: TokenShape = []
    private(set) var characterCount = 0
    /// `true` if the normal form of a character depends on its neighbors, so that ICU must compute it.
    private(set) var dependsOnContext = false

    /// Reads a token and writes its normal form. A normal form that depends on the context is not written.
    ///
    /// - Parameter room: A buffer of twice the token's length, or `nil` if the normal form is not needed.
    /// - Returns: The length of the normal form in bytes.
    @inline(__always)
    mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, lower: Int, upper: Int, _ characters: CharacterTable,
        foldedInto room: UnsafeMutablePointer<UInt8>?
    ) -> Int {
        if text[lower] < 0x80, readASCII(text, lower, upper, foldedInto: room) { return upper &- lower }
        return readCharacters(text, lower, upper, characters, foldedInto: room)
    }

    /// Reads an ASCII token. Returns `false`, without an effect on `self`, if the token is not ASCII.
    private mutating func readASCII(
        _ text: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int,
        foldedInto room: UnsafeMutablePointer<UInt8>?
    ) -> Bool {
        var shape: TokenShape = []
        // Bit *k* is set if a character has the `TokenKind` with raw value *k*: 2 for other characters, 4 for
        // letters, 8 for digits.
        var kinds: UInt8 = 0
        var run = 0
        var previous: UInt8 = 0
        for index in lower..<upper {
            let byte = text[index]
            if byte >= 0x80 { return false }
            let isUpper = byte.isASCIIUppercase
            let isLower = byte.isASCIILowercase
            // Bit 5 distinguishes the cases of an ASCII letter.
            if let room { room[index &- lower] = isUpper ? byte | 0x20 : byte }
            kinds |= 1 &<< ilk_ascii_kind(byte)
            if isUpper { shape.insert(index == lower ? .startsUpper : .innerUpper) }
            if isLower { shape.insert(.hasLower) }
            if byte == UInt8(ascii: "_") { shape.insert(.hasUnderscore) }
            if byte == UInt8(ascii: "'") { shape.insert(.hasApostrophe) }
            // Bit 5 can make two marks equal, but no mark equal to a letter. Only runs of letters count.
            run = byte | 0x20 == previous ? run &+ 1 : 1
            if run == 3, isUpper || isLower { shape.insert(.elongated) }
            previous = byte | 0x20
        }
        if kinds & 8 != 0 { shape.insert(.hasDigit) }
        self.shape = shape
        characterCount = upper &- lower
        kind = kinds & 4 != 0 ? .letter : kinds & 8 != 0 ? .number : kinds & 2 != 0 ? .other : .space
        return true
    }

    private mutating func readCharacters(
        _ text: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int, _ characters: CharacterTable,
        foldedInto room: UnsafeMutablePointer<UInt8>?
    ) -> Int {
        // Wrapping arithmetic avoids overflow checks. Offsets are within the text, and the normal form has at
        // most twice the length of the token.
        var count = 0
        var all: CharacterClass = []
        var shape: TokenShape = .nonASCII
        var run = 0
        var previous: UInt32 = 0
        var offset = lower
        while offset < upper {
            let (scalar, length) = decodeScalar(text, at: offset)
            let record = characters[scalar]
            let characterClass = record.characterClass
            all.formUnion(characterClass)
            if characterClass.contains(.upper) { shape.insert(offset == lower ? .startsUpper : .innerUpper) }
            if characterClass.contains(.lower) { shape.insert(.hasLower) }
            if characterClass.contains(.digit) { shape.insert(.hasDigit) }
            if scalar == 0x2019 || scalar == 0x27 { shape.insert(.hasApostrophe) }
            if scalar == 0x5F { shape.insert(.hasUnderscore) }
            run = scalar == previous ? run &+ 1 : 1
            if run == 3, !characterClass.isDisjoint(with: .letter) { shape.insert(.elongated) }
            previous = scalar
            characterCount &+= 1
            offset &+= length
            if let room { count &+= write(record.fold, to: room + count) }
        }
        self.shape = shape
        kind = Self.kind(of: all)
        return count
    }

    /// Writes the normal form of a character. Returns its length in bytes, at most twice the length of the
    /// character.
    @inline(__always)
    private mutating func write(_ fold: UInt32, to room: UnsafeMutablePointer<UInt8>) -> Int {
        // The low 21 bits are the only code point of the normal form.
        if fold & UInt32(ILK_FOLD_ONE) != 0 { return encodeScalar(fold & 0x1F_FFFF, into: room) }
        guard fold & UInt32(ILK_FOLD_TWO) != 0 else {
            dependsOnContext = true
            return 0
        }
        // The low two bytes are the two ASCII characters of the normal form.
        room[0] = UInt8(truncatingIfNeeded: fold)
        room[1] = UInt8(truncatingIfNeeded: fold &>> 8)
        return 2
    }

    private static func kind(of classes: CharacterClass) -> TokenKind {
        if !classes.isDisjoint(with: .alphabetic) { return .letter }
        if classes.contains(.ideograph) { return .ideographic }
        if classes.contains(.kana) { return .kana }
        if classes.contains(.digit) { return .number }
        return classes.contains(.space) && classes.isDisjoint(with: .visible) ? .space : .other
    }
}

/// Encodes a Unicode scalar value as UTF-8 and returns its length in bytes.
@inline(__always)
func encodeScalar(_ scalar: UInt32, into bytes: UnsafeMutablePointer<UInt8>) -> Int {
    // The lead byte has the top bits and the length; each continuation byte has six bits (table 3-6 of the
    // Unicode Standard).
    func byte(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value) }
    if scalar < 0x80 {
        bytes[0] = byte(scalar)
        return 1
    }
    if scalar < 0x800 {
        bytes[0] = byte(0xC0 | scalar &>> 6)
        bytes[1] = byte(0x80 | scalar & 0x3F)
        return 2
    }
    if scalar < 0x1_0000 {
        bytes[0] = byte(0xE0 | scalar &>> 12)
        bytes[1] = byte(0x80 | scalar &>> 6 & 0x3F)
        bytes[2] = byte(0x80 | scalar & 0x3F)
        return 3
    }
    bytes[0] = byte(0xF0 | scalar &>> 18)
    bytes[1] = byte(0x80 | scalar &>> 12 & 0x3F)
    bytes[2] = byte(0x80 | scalar &>> 6 & 0x3F)
    bytes[3] = byte(0x80 | scalar & 0x3F)
    return 4
}
