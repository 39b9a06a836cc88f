/// A reader of the characters of an expression. It resolves escapes of single characters and quotations
/// (`\Q...\E`), and skips white space and comments under the flag `x`.
struct PatternScanner {
    /// A character of the expression.
    struct Unit {
        let scalar: Unicode.Scalar
        /// `true` if the character stands for itself, because it was escaped or quoted.
        let isLiteral: Bool

        /// Returns `true` if this is the given character, neither escaped nor quoted.
        func `is`(_ scalar: Unicode.Scalar) -> Bool { !isLiteral && self.scalar == scalar }
    }

    private let scalars: [Unicode.Scalar]
    private(set) var index = 0
    private var isQuoting = false
    /// `true` under the flag `x`.
    var skipsSpace = false

    init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

    /// Returns an error at the current position.
    func error(_ reason: PatternError.Reason) -> PatternError {
        PatternError(reason: reason, scalarOffset: index, last: index > 0 ? scalars[index - 1] : nil)
    }

    /// Returns the next character without reading it, or `nil` at the end.
    func peek() throws(PatternError) -> Unit? {
        var scanner = self
        return try scanner.next()
    }

    /// Consumes the next character if it is the given character of the syntax. Returns `true` if it did.
    mutating func consume(_ scalar: Unicode.Scalar) throws(PatternError) -> Bool {
        var scanner = self
        guard let unit = try scanner.next(), unit.is(scalar) else { return false }
        self = scanner
        return true
    }

    /// Reads the next scalar of the expression as it is written, or returns `nil` at the end.
    mutating func raw() -> Unicode.Scalar? {
        guard index < scalars.count else { return nil }
        index += 1
        return scalars[index - 1]
    }

    /// Reads through the next occurrence of `end`, and returns the text before it. Returns `nil` and reads nothing
    /// if `end` does not occur.
    mutating func raw(upTo end: Unicode.Scalar) -> String? {
        guard let place = scalars[index...].firstIndex(of: end) else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[index..<place])
        index = place + 1
        return String(text)
    }

    /// Reads the next character, or returns `nil` at the end. Of an escape that is more than a character, only the
    /// backslash is read; read the rest with ``raw()``.
    mutating func next() throws(PatternError) -> Unit? {
        while let scalar = raw() {
            if isQuoting {
                guard scalar == "\\", index < scalars.count, scalars[index] == "E" else {
                    return Unit(scalar: scalar, isLiteral: true)
                }
                (isQuoting, index) = (false, index + 1)
                continue
            }
            if skipsSpace {
                if scalar == "#" { skipComment() }
                if scalar == "#" || scalar.properties.isPatternWhitespace { continue }
            }
            guard scalar == "\\" else { return Unit(scalar: scalar, isLiteral: false) }
            guard index < scalars.count else { throw error(.escape) }
            switch scalars[index] {
            case "Q": (isQuoting, index) = (true, index + 1)
            case "a", "c", "e", "f", "n", "r", "t", "u", "U", "x", "0":
                return Unit(scalar: try escaped(), isLiteral: true)
            default: return Unit(scalar: scalar, isLiteral: false)
            }
        }
        return nil
    }

    /// Skips comments such as `(?#...)`.
    ///
    /// - Returns: `true` if there was one.
    mutating func skipComments() throws(PatternError) -> Bool {
        var ahead = self
        guard try ahead.consume("("), ahead.raw() == "?", ahead.raw() == "#" else { return false }
        while let unit = try ahead.next() {
            guard unit.is(")") else { continue }
            self = ahead
            _ = try skipComments()
            return true
        }
        throw ahead.error(.parenthesis)
    }

    private mutating func skipComment() {
        while let scalar = raw() {
            if ["\n", "\r", "\u{85}", "\u{2028}"].contains(scalar) { return }
        }
    }

    /// Reads the rest of an escape for a single character.
    private mutating func escaped() throws(PatternError) -> Unicode.Scalar {
        let mark = raw()
        switch mark {
        case "a": return "\u{07}"
        case "e": return "\u{1B}"
        case "f": return "\u{0C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "c":
            guard let letter = raw(), let scalar = Unicode.Scalar(letter.value & 0x1F) else {
                throw error(.escape)
            }
            return scalar
        case "0": return try number(digits: 1...3, radix: 8)
        case "u":
            let value = try value(digits: 4...4, radix: 16)
            guard value & 0xFC00 == 0xD800, scalars[index...].starts(with: "\\u".unicodeScalars) else {
                return try scalar(value)
            }
            index += 2
            let low = try self.value(digits: 4...4, radix: 16)
            guard low & 0xFC00 == 0xDC00 else { throw error(.escape) }
            return try scalar(0x1_0000 + (value & 0x3FF) << 10 + low & 0x3FF)
        case "U": return try number(digits: 8...8, radix: 16)
        default:
            guard index < scalars.count, scalars[index] == "{" else {
                return try number(digits: 1...2, radix: 16)
            }
            index += 1
            let scalar = try number(digits: 1...8, radix: 16)
            guard raw() == "}" else { throw error(.escape) }
            return scalar
        }
    }

    private mutating func number(
        digits: ClosedRange<Int>, radix: UInt32
    ) throws(PatternError) -> Unicode.Scalar {
        try scalar(try value(digits: digits, radix: radix))
    }

    private func scalar(_ value: UInt32) throws(PatternError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(value) else { throw error(.escape) }
        return scalar
    }

    private mutating func value(digits: ClosedRange<Int>, radix: UInt32) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        var count = 0
        while count < digits.upperBound, index < scalars.count,
            let digit = Character(scalars[index]).hexDigitValue, scalars[index].isASCII, digit < radix
        {
            value = value << (radix == 8 ? 3 : 4) | UInt32(digit)
            (count, index) = (count + 1, index + 1)
        }
        guard digits.contains(count) else { throw error(.escape) }
        return value
    }
}
