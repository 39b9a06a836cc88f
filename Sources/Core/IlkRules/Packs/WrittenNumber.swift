import IlkVocabulary

/// What a scalar of a rule file says that could be a number.
///
/// YAML writes numbers in several ways. A rule file takes decimal ones alone, so that nobody must know that `0x10` is 16
/// and `0o17` is 15 while `017` is 17.
enum WrittenNumber: Equatable {
    /// Digits, with a point, a sign and an exponent or without; infinite when it is greater than any that is kept.
    case decimal(Double)
    case infinite
    case notANumber
    /// A hexadecimal or octal number, and what it would be; nil when that is too much.
    case otherBase(Int?)

    /// What a plain scalar says; nil when it is no number at all.
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
            let value = Int(rest.dropFirst(2), radix: rest.hasPrefix("0x") ? 16 : 8)
            self = .otherBase(value.map { isNegative ? -$0 : $0 })
        }
    }

    /// The number, if it is a decimal one.
    var value: Double? {
        if case .decimal(let value) = self { value } else { nil }
    }

    /// Whether nothing stands in it but what decimal numbers are made of.
    private static func isDecimal(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0.isASCIIDigit || ".-+eE".utf8.contains($0) }
    }
}
