import IlkVocabulary

/// A YAML scalar that looks like a number.
///
/// Rule files accept only decimal numbers, because the YAML forms for other bases are confusing: `0x10` is 16
/// and `0o17` is 15, but `017` is 17.
enum NumberLiteral: Equatable {
    /// A decimal number with optional sign, point and exponent. `infinite` if `Double` overflows.
    case decimal(Double)
    case infinite
    case notANumber
    /// A hexadecimal or octal number and its value, or `nil` if it overflows.
    case otherBase(Int?)

    /// Parses a plain scalar. Returns `nil` if it does not look like a number.
    init?(_ text: String) {
        if Self.isDecimal(text), let value = Double(text) {
            self = value.isFinite ? .decimal(value) : .infinite
            return
        }
        var rest = text.lowercased()[...]
        let isNegative = rest.hasPrefix("-")
        if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
        switch rest {
        case ".nan", "nan": self = .notANumber
        case ".inf", "inf", "infinity": self = .infinite
        default:
            guard rest.hasPrefix("0x") || rest.hasPrefix("0o") else { return nil }
            let digits = rest.dropFirst(2)
            guard digits.first?.isHexDigit == true else { return nil }  // `Int` accepts a second sign.
            let value = Int(digits, radix: rest.hasPrefix("0x") ? 16 : 8)
            self = .otherBase(value.map { isNegative ? -$0 : $0 })
        }
    }

    var value: Double? {
        if case .decimal(let value) = self { value } else { nil }
    }

    /// `true` if the text consists of the characters of decimal numbers.
    private static func isDecimal(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0.isASCIIDigit || ".-+eE".utf8.contains($0) }
    }
}
