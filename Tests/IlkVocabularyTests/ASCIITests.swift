import Testing

@testable import IlkVocabulary

/// The ASCII classes of all bytes, compared with the standard library's properties of characters.
@Suite struct `ASCII classes` {
    private static func check(_ name: String, _ isIn: (UInt8) -> Bool, _ expected: (Character) -> Bool) {
        for byte in UInt8.min...UInt8.max {
            let isExpected = byte < 0x80 && expected(Character(Unicode.Scalar(byte)))
            #expect(isIn(byte) == isExpected, "\(name) of \(byte)")
        }
    }

    @Test func `each class contains the characters that it is named after`() {
        Self.check("digit", \.isASCIIDigit) { $0.isNumber }
        Self.check("letter", \.isASCIILetter) { $0.isLetter }
        Self.check("upper case", \.isASCIIUppercase) { $0.isUppercase }
        Self.check("lower case", \.isASCIILowercase) { $0.isLowercase }
        Self.check("alphanumeric", \.isASCIIAlphanumeric) { $0.isLetter || $0.isNumber }
        Self.check("word", \.isASCIIWord) { $0.isLetter || $0.isNumber || $0 == "_" }
        Self.check("hexadecimal digit", \.isASCIIHexDigit) { $0.isHexDigit }
        Self.check("white space", \.isASCIIWhitespace) { $0.isWhitespace }
    }

    @Test func `no class contains a character outside ASCII`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let byte = UInt8(exactly: value) ?? 0xFF
            if scalar.isASCIIDigit != byte.isASCIIDigit || scalar.isASCIILetter != byte.isASCIILetter {
                Issue.record("U+\(value.zeroPadded(to: 4, radix: 16))")
            }
        }
    }

    @Test func `only letters change their case`() {
        for byte in UInt8.min...UInt8.max {
            let text = Character(Unicode.Scalar(byte))
            let isASCII = byte < 0x80
            #expect(byte.asciiLowercased == (isASCII ? Character(text.lowercased()).asciiValue : byte))
            #expect(byte.asciiUppercased == (isASCII ? Character(text.uppercased()).asciiValue : byte))
        }
    }

    @Test func `hexadecimal digits survive a round trip`() {
        for byte in UInt8.min...UInt8.max {
            let value = byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
            #expect(byte.hexDigitValue.map(Int.init) == value)
        }
        for value in UInt8(0)..<16 {
            #expect(UInt8(hexDigit: value).hexDigitValue == value)
            #expect(UInt8(hexDigit: value, uppercase: true).asciiLowercased == UInt8(hexDigit: value))
        }
    }
}

@Suite struct `Decimal digits` {
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("9223372036854775807", Int.max), ("9223372036854775808", nil), ("", nil),
            ("-1", nil), ("+1", nil), ("1 ", nil), ("1a", nil), ("٣", nil), ("99999999999999999999999", nil),
        ] as [(String, Int?)])
    func `only decimal digits are parsed as a number`(_ text: String, _ number: Int?) {
        #expect(Int(asciiDigits: text.utf8) == number)
    }

    @Test func `numbers are padded with zeros`() {
        #expect(7.zeroPadded(to: 3) == "007")
        #expect(1234.zeroPadded(to: 3) == "1234")
        #expect(UInt64.max.zeroPadded(to: 16, radix: 16) == "ffffffffffffffff")
        #expect(UInt64(255).zeroPadded(to: 16, radix: 16) == "00000000000000ff")
    }
}
