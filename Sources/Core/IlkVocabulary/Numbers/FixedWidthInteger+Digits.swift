extension FixedWidthInteger {
    /// Parses ASCII decimal digits. Returns `nil` if the sequence is empty or contains another byte, or if
    /// the number does not fit in the type.
    @inlinable package init?(asciiDigits digits: some Sequence<UInt8>) {
        var (number, isEmpty) = (Self.zero, true)
        for byte in digits {
            guard byte.isASCIIDigit else { return nil }
            let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, exceeds) = tens.addingReportingOverflow(Self(truncatingIfNeeded: byte &- 0x30))
            guard !overflows, !exceeds else { return nil }
            (number, isEmpty) = (sum, false)
        }
        guard !isEmpty else { return nil }
        self = number
    }

    /// Returns at least `count` lower-case digits in a radix from 2 to 36, with leading zeros.
    @inlinable package func zeroPadded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}
