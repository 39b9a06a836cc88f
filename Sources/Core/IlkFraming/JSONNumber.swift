/// Formats numbers with six significant digits.
public enum JSONNumber {
    /// The number of significant digits.
    public static let significantDigits = 6

    /// Appends a number rounded to six significant digits, independent of the locale: `0.97`, `1.0`,
    /// `2.5e-09`.
    ///
    /// NaN and infinities, which JSON lacks, become `null`. The function does not allocate.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - bytes: The output buffer, which is appended to.
    public static func append(_ value: Double, to bytes: inout [UInt8]) {
        guard value.isFinite else {
            bytes.append(contentsOf: "null".utf8)
            return
        }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        guard magnitude > 0 else {
            bytes.append(contentsOf: "0.0".utf8)
            return
        }
        var (digits, exponent) = rounded(magnitude)
        var count = significantDigits
        while count > 1, digits % 10 == 0 {
            digits /= 10
            count -= 1
        }
        switch exponent {
        case -5..<0:
            bytes.append(contentsOf: "0.".utf8)
            for _ in 0..<(-exponent - 1) { bytes.append(UInt8(ascii: "0")) }
            append(digits, count, point: nil, to: &bytes)
        case 0..<16:
            for _ in count..<max(count, exponent + 1) { digits *= 10 }
            append(digits, max(count, exponent + 1), point: exponent + 1, to: &bytes)
        default:
            append(digits, count, point: 1, to: &bytes)
            bytes.append(contentsOf: exponent < 0 ? "e-".utf8 : "e+".utf8)
            append(exponent.magnitude, exponent.magnitude > 99 ? 3 : 2, point: nil, to: &bytes)
        }
    }

    /// Rounds a number to six significant digits. Returns the digits as an integer, and the decimal exponent
    /// of the first digit.
    private static func rounded(_ magnitude: Double) -> (digits: UInt, exponent: Int) {
        // The binary exponent times log10(2) is the decimal exponent, or one less.
        var exponent = Int((Double(magnitude.exponent) * 0.301_029_995_663_981_2).rounded(.down))
        var scaled = scale(magnitude, by: significantDigits - 1 - exponent).rounded()
        if scaled >= 1_000_000 {
            exponent += 1
            scaled = scale(magnitude, by: significantDigits - 1 - exponent).rounded()
        } else if scaled < 100_000 {
            exponent -= 1
            scaled = scale(magnitude, by: significantDigits - 1 - exponent).rounded()
        }
        // Rounding 999999.7 gives seven digits.
        if scaled >= 1_000_000 { return (100_000, exponent + 1) }
        return (UInt(scaled), exponent)
    }

    /// Multiplies by a power of ten. Powers up to 10^22 are exact in a double.
    private static func scale(_ value: Double, by power: Int) -> Double {
        var value = value
        var rest = power
        while rest > 22 {
            value *= 1e22
            rest -= 22
        }
        while rest < -22 {
            value /= 1e22
            rest += 22
        }
        return rest < 0 ? value / powers[-rest] : value * powers[rest]
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19,
        1e20, 1e21, 1e22,
    ]

    /// Appends `count` digits. If `point` is not `nil`, a decimal point follows the first `point` digits, and
    /// at least one digit follows the decimal point.
    private static func append(_ number: UInt, _ count: Int, point: Int?, to bytes: inout [UInt8]) {
        var divisor: UInt = 1
        for _ in 1..<max(count, 1) { divisor *= 10 }
        var rest = number
        for place in 0..<count {
            if place == point { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
            rest %= divisor
            divisor /= 10
        }
        if let point, count <= point { bytes.append(contentsOf: ".0".utf8) }
    }
}
