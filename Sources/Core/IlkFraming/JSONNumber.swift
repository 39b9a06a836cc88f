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
        // One append for all characters: each append to an array checks its storage.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostCharacters) { characters in
            let count = write(value, to: characters)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[..<count]))
        }
    }

    /// The maximum number of characters of a number: a sign, 16 digits and `.0`.
    private static let mostCharacters = 19

    private static func write(_ value: Double, to characters: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var writer = NumberWriter(characters: characters)
        if value < 0 { writer.append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        guard magnitude > 0 else {
            writer.append("0.0")
            return writer.count
        }
        var (digits, exponent) = rounded(magnitude)
        var count = significantDigits
        while count > 1, digits % 10 == 0 {
            digits /= 10
            count -= 1
        }
        switch exponent {
        case -5..<0:
            writer.append("0.")
            for _ in 0..<(-exponent - 1) { writer.append(UInt8(ascii: "0")) }
            writer.append(digits, count, point: nil)
        case 0..<16:
            for _ in count..<max(count, exponent + 1) { digits *= 10 }
            writer.append(digits, max(count, exponent + 1), point: exponent + 1)
        default:
            writer.append(digits, count, point: 1)
            writer.append(exponent < 0 ? "e-" : "e+")
            writer.append(exponent.magnitude, exponent.magnitude > 99 ? 3 : 2, point: nil)
        }
        return writer.count
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
}

/// Writes the characters of a number to a buffer that has room for them.
private struct NumberWriter {
    let characters: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func append(_ character: UInt8) {
        characters[count] = character
        count += 1
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { for character in $0 { append(character) } }
    }

    /// Appends `digits` digits. If `point` is not `nil`, a decimal point follows the first `point` digits, and
    /// at least one digit follows the decimal point.
    mutating func append(_ number: UInt, _ digits: Int, point: Int?) {
        // The digits are written from the last to the first, because division by a constant is fast.
        let hasPoint = point.map { $0 < digits } ?? false
        var rest = number
        for place in stride(from: digits - 1, through: 0, by: -1) {
            let isBehind = hasPoint && place >= point ?? 0
            characters[count + place + (isBehind ? 1 : 0)] =
                UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        if hasPoint, let point { characters[count + point] = UInt8(ascii: ".") }
        count += digits + (hasPoint ? 1 : 0)
        if let point, !hasPoint, digits <= point { append(".0") }
    }
}
