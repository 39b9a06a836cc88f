import IlkText

/// The normalized characters of a text, for look-ups in a familiarity table. The stream reads the bytes of
/// the text without the tokenizer.
///
/// ASCII letters are changed to lower case. Each digit is replaced by 0, and each run of white space by one
/// blank. The code of a character outside ASCII is the number that its UTF-8 bytes form together. The stream
/// reads at most the first ``Familiarity/reach`` bytes of the text. The last character of the stream is
/// always a blank.
package struct CharacterStream {
    /// A character.
    package struct Element {
        /// The normalized character.
        package var code: UInt64
        /// `true` for ASCII letters and all characters outside ASCII.
        package var isLetter: Bool
        /// `true` for a capital letter after a lowercase letter: the capital begins a word, as in
        /// `camelCase`.
        package var beginsWord: Bool
    }

    package static let blank: UInt64 = 0x20

    private let bytes: UnsafeBufferPointer<UInt8>
    private let end: Int
    private var index = 0
    private var last: UInt64 = blank
    private var isAfterSmallLetter = false

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        end = min(bytes.count, Familiarity.reach)
    }

    @inline(__always)
    package mutating func next() -> Element? {
        while index < end {
            let byte = bytes[index]
            index &+= 1
            var element = Element(code: UInt64(byte), isLetter: false, beginsWord: false)
            switch byte {
            case 0x61...0x7A:
                element.isLetter = true
                isAfterSmallLetter = true
                last = element.code
                return element
            case 0x41...0x5A:
                element = Element(code: UInt64(byte | 0x20), isLetter: true, beginsWord: isAfterSmallLetter)
            case 0x30...0x39: element.code = 0x30
            case 0x09, 0x0A, 0x0D, 0x20:
                isAfterSmallLetter = false
                guard last != Self.blank else { continue }
                element.code = Self.blank
            case 0x80...:
                element.isLetter = true
                while index < end, bytes[index] & 0xC0 == 0x80 {
                    element.code = element.code &<< 8 | UInt64(bytes[index])
                    index &+= 1
                }
            default: break
            }
            isAfterSmallLetter = false
            last = element.code
            return element
        }
        guard last != Self.blank else { return nil }
        last = Self.blank
        return Element(code: Self.blank, isLetter: false, beginsWord: false)
    }

    /// Returns `true` if a character outside ASCII is a letter. A character that is cut off at the end of the
    /// stream is not a letter.
    ///
    /// - Parameter code: The code of the character.
    package static func isLetter(_ code: UInt64) -> Bool {
        let low = UInt32(truncatingIfNeeded: code & 0x3F | code >> 2 & 0xFC0 | code >> 4 & 0x3_F000)
        // The lead byte has five, four or three bits of the scalar.
        let scalar: UInt32? =
            switch code {
            case 0xC280...0xDFBF: low & 0x7FF
            case 0xE0_A080...0xEF_BFBF: low & 0xFFFF
            case 0xF090_8080...0xF48F_BFBF: low | UInt32(truncatingIfNeeded: code >> 6 & 0x1C_0000)
            default: nil
            }
        return scalar.map { !CharacterClass.classify($0).isDisjoint(with: .letter) } ?? false
    }
}

/// The hash of the current word of a character stream.
package struct WordHash {
    private static let seed: UInt64 = 0x6661_6D69_6C69_6172

    private var state = seed
    /// The number of letters of the word so far.
    package private(set) var letters = 0

    package init() {}

    @inline(__always)
    package mutating func add(_ code: UInt64) {
        state = StableHash.step(state, code)
        letters &+= 1
    }

    /// Returns the hash of the current word and starts the next word.
    @inline(__always)
    package mutating func finish() -> UInt64 {
        defer { (state, letters) = (Self.seed, 0) }
        return StableHash.finish(state, count: letters)
    }
}

/// The last four characters of a stream, with the hashes of the n-grams that end at the last character. At
/// the start of a text, all characters are blanks.
package struct CharacterWindow {
    /// The length of the longest n-gram.
    package static let longest = 4

    /// The characters, the last one first.
    package private(set) var codes = SIMD4<UInt64>(repeating: CharacterStream.blank)

    package init() {}

    @inline(__always)
    package mutating func add(_ code: UInt64) {
        codes = SIMD4(code, codes[0], codes[1], codes[2])
    }

    /// Returns the hash of the n-gram of the last 1 to 4 characters.
    @inline(__always)
    package func hash(length: Int) -> UInt64 { Self.hash(codes, length: length) }

    /// Returns the hash of the n-gram of the first `length` characters in `codes`, which are in reverse
    /// order.
    @inline(__always)
    package static func hash(_ codes: SIMD4<UInt64>, length: Int) -> UInt64 {
        // A polynomial, so that the hash of a longer n-gram extends that of its end.
        var sum = codes[0]
        if length > 1 { sum &+= codes[1] &* firstPower }
        if length > 2 { sum &+= codes[2] &* secondPower }
        if length > 3 { sum &+= codes[3] &* thirdPower }
        return StableHash.finish(sum, count: length)
    }

    /// The first three powers, modulo 2^64, of the integer part of 2^64 divided by the golden ratio. They are
    /// literals, because a computed static value would be checked for initialization at each use.
    private static let firstPower: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let secondPower: UInt64 = 0xDF44_2D22_CE48_59B9
    private static let thirdPower: UInt64 = 0x604A_5CE3_ADDE_F82D
}
