/// Classes of ASCII characters. The only class that contains bytes outside ASCII is ``isWordByte``.
extension UInt8 {
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    @inlinable package var isASCIIUppercase: Bool { self &- 0x41 < 26 }

    @inlinable package var isASCIILowercase: Bool { self &- 0x61 < 26 }

    @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// `true` for ASCII letters, digits and `_`.
    @inlinable package var isASCIIWord: Bool { isASCIIAlphanumeric || self == 0x5F }

    /// `true` for ASCII letters, digits, `_` and bytes outside ASCII, which are the bytes of words in UTF-8.
    @inlinable package var isWordByte: Bool { isASCIIWord || self >= 0x80 }

    @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }

    /// `true` for space, tab, line feed, vertical tab, form feed and carriage return.
    @inlinable package var isASCIIWhitespace: Bool { self == 0x20 || self &- 0x09 < 5 }

    /// The lower-case letter for an upper-case letter; any other byte unchanged.
    @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

    /// The upper-case letter for a lower-case letter; any other byte unchanged.
    @inlinable package var asciiUppercased: UInt8 { isASCIILowercase ? self & ~0x20 : self }

    /// The value of a hexadecimal digit of either case, or `nil` for any other byte.
    @inlinable package var hexDigitValue: UInt8? {
        if isASCIIDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }

    /// Creates the hexadecimal digit of a value from 0 to 15.
    @inlinable package init(hexDigit value: UInt8, uppercase: Bool = false) {
        self = value < 10 ? 0x30 &+ value : (uppercase ? 0x41 : 0x61) &+ value &- 10
    }
}

extension Unicode.Scalar {
    @inlinable package var isASCIIDigit: Bool { value &- 0x30 < 10 }

    @inlinable package var isASCIILetter: Bool { (value | 0x20) &- 0x61 < 26 }
}
