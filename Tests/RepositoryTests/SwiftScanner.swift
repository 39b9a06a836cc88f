/// A scanner that blanks out comments, strings and raw identifiers in a Swift file.
///
/// It supports nested comments, all types of strings with their interpolations, and regular expressions
/// between `#/` and `/#`. Regular expressions between bare slashes are treated as code.
struct SwiftScanner {
    private(set) var code: [UInt8]
    private(set) var uncommented: [UInt8]
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        code = bytes
        uncommented = bytes
    }

    mutating func scan() {
        scanCode(insideParentheses: false)
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    /// Returns `true` if the next two bytes are these.
    private func has(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        byte() == UInt8(ascii: first) && byte(1) == UInt8(ascii: second)
    }

    /// Returns `true` if the next bytes are this number of quotes.
    private func hasQuotes(_ count: Int, at offset: Int = 0) -> Bool {
        for place in 0..<count where byte(offset + place) != UInt8(ascii: "\"") { return false }
        return true
    }

    private mutating func blank(_ count: Int = 1, comment: Bool = false) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] != UInt8(ascii: "\n") {
                code[position] = UInt8(ascii: " ")
                if comment { uncommented[position] = UInt8(ascii: " ") }
            }
            position += 1
        }
    }

    /// Scans to the end, or to the parenthesis that closes an interpolation.
    private mutating func scanCode(insideParentheses: Bool) {
        var depth = 0
        while position < bytes.count {
            // This runs for each byte of the project without optimization, so the common case does nothing
            // else.
            switch bytes[position] {
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                while position < bytes.count, byte() != UInt8(ascii: "\n") { blank(comment: true) }
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): scanComment()
            case UInt8(ascii: "`"): scanRawIdentifier()
            case UInt8(ascii: "\""), UInt8(ascii: "#"): scanLiteral()
            case UInt8(ascii: "("):
                depth += 1
                position += 1
            case UInt8(ascii: ")"):
                if insideParentheses, depth == 0 { return }
                depth -= 1
                position += 1
            default: position += 1
            }
        }
    }

    private mutating func scanComment() {
        var depth = 0
        repeat {
            if has("/", "*") {
                depth += 1
                blank(2, comment: true)
            } else if has("*", "/") {
                depth -= 1
                blank(2, comment: true)
            } else {
                blank(comment: true)
            }
        } while depth > 0 && position < bytes.count
    }

    private mutating func scanRawIdentifier() {
        position += 1
        while position < bytes.count, byte() != UInt8(ascii: "`"), byte() != UInt8(ascii: "\n") { blank() }
        position += 1
    }

    /// Scans a string or a regular expression with its number signs, or number signs that start neither.
    private mutating func scanLiteral() {
        var signs = 0
        while byte(signs) == UInt8(ascii: "#") { signs += 1 }
        if byte(signs) == UInt8(ascii: "\"") {
            scanString(signs: signs)
        } else if signs > 0, byte(signs) == UInt8(ascii: "/") {
            scanExpression(signs: signs)
        } else {
            position += max(1, signs)
        }
    }

    private func hasSigns(_ count: Int, at offset: Int) -> Bool {
        for place in 0..<count where byte(offset + place) != UInt8(ascii: "#") { return false }
        return true
    }

    private mutating func scanString(signs: Int) {
        let quotes = hasQuotes(3, at: signs) ? 3 : 1
        position += signs + quotes
        while position < bytes.count {
            if byte() == UInt8(ascii: "\\"), hasSigns(signs, at: 1) {
                blank(1 + signs)
                if byte() == UInt8(ascii: "(") {
                    position += 1
                    scanCode(insideParentheses: true)
                    position += 1
                } else {
                    blank()
                }
            } else if hasQuotes(quotes), hasSigns(signs, at: quotes) {
                position += quotes + signs
                return
            } else if quotes == 1, byte() == UInt8(ascii: "\n") {
                return
            } else {
                blank()
            }
        }
    }

    private mutating func scanExpression(signs: Int) {
        position += signs + 1
        while position < bytes.count {
            if byte() == UInt8(ascii: "/"), hasSigns(signs, at: 1) {
                position += 1 + signs
                return
            }
            blank()
        }
    }
}
