/// Writes numbers with as many digits as mean something.
public enum JSONNumber {
    /// How many digits are kept.
    public static let significantDigits = 6

    /// Appends a number rounded to six significant digits, in no one's locale: `0.97`, `1.0`, `2.5e-09`.
    ///
    /// Not-a-number and the infinities, which JSON does not have, become `null`. Allocates nothing.
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

    /// The first six digits and the power of ten of the first of them.
    private static func rounded(_ magnitude: Double) -> (digits: UInt, exponent: Int) {
        // log10(2) of the binary exponent is the decimal one, or one too small.
        var exponent = Int((Double(magnitude.exponent) * 0.301_029_995_663_981_2).rounded(.down))
        var scaled = scale(magnitude, by: significantDigits - 1 - exponent).rounded()
        if scaled >= 1_000_000 {
            exponent += 1
            scaled = scale(magnitude, by: significantDigits - 1 - exponent).rounded()
        } else if scaled < 100_000 {
            exponent -= 1
            scaled = scale(magnitude, by: significantDigits - 1 - exponent).rounded()
        }
        // 999999.7 is a million.
        if scaled >= 1_000_000 { return (100_000, exponent + 1) }
        return (UInt(scaled), exponent)
    }

    /// The value times a power of ten. The powers up to 22 are exact.
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

    /// Appends `count` digits, with a point behind the first `point` of them and at least one digit behind it.
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
