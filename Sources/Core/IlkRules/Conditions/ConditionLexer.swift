import IlkVocabulary

/// Splits a condition into tokens.
struct ConditionLexer {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Returns the tokens of a condition. The last token is always `end`.
    static func tokens(of text: String) -> [ConditionToken] {
        var lexer = ConditionLexer(text)
        var tokens: [ConditionToken] = []
        tokens.reserveCapacity(lexer.scalars.count / 3 + 2)
        while true {
            let token = lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private mutating func next() -> ConditionToken {
        while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
        let start = index
        guard index < scalars.count else { return ConditionToken(kind: .end, range: start..<start) }
        let kind = kind(scalars[index])
        return ConditionToken(kind: kind, range: start..<index)
    }

    private mutating func kind(_ scalar: Unicode.Scalar) -> ConditionToken.Kind {
        let isNegative = scalar == "-" && index + 1 < scalars.count && scalars[index + 1].isASCIIDigit
        if scalar.isASCIIDigit || isNegative { return number() }
        if Self.isNameStart(scalar) { return name() }
        index += 1
        switch scalar {
        case "(": return .open
        case ")": return .close
        case ",": return .comma
        case "%": return .name("%")
        case "<": return .comparison(consumeEqual() ? .lessOrEqual : .less)
        case ">": return .comparison(consumeEqual() ? .greaterOrEqual : .greater)
        case "=": return consumeEqual() ? .comparison(.equal) : .bad(hint: "write '==' to compare")
        case "!": return consumeEqual() ? .comparison(.notEqual) : .bad(hint: "write 'not'")
        case "&": return double("&", hint: "write 'and'")
        case "|": return double("|", hint: "write 'or'")
        default: return .bad(hint: nil)
        }
    }

    private mutating func consumeEqual() -> Bool {
        guard index < scalars.count, scalars[index] == "=" else { return false }
        index += 1
        return true
    }

    private mutating func double(_ scalar: Unicode.Scalar, hint: String) -> ConditionToken.Kind {
        if index < scalars.count, scalars[index] == scalar { index += 1 }
        return .bad(hint: hint)
    }

    private mutating func number() -> ConditionToken.Kind {
        let start = index
        index += 1
        while index < scalars.count, scalars[index].isASCIIDigit || scalars[index] == "." { index += 1 }
        guard let value = Double(text(from: start)), value.isFinite else {
            return .bad(hint: "write a number as 3 or 0.25")
        }
        return .number(value)
    }

    private mutating func name() -> ConditionToken.Kind {
        let start = index
        while index < scalars.count, Self.isNamePart(scalars[index]) { index += 1 }
        return .name(text(from: start))
    }

    private func text(from start: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<index])
        return String(text)
    }

    private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCIILetter || scalar == "_"
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        isNameStart(scalar) || scalar.isASCIIDigit || scalar == "." || scalar == "-"
    }
}
