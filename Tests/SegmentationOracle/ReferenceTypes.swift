import IlkText

/// The reference implementation for token types, which reads all tokens from first to last.
struct ReferenceTypes {
    private let bytes: [UInt8]
    private var tokens: [Token]

    static func typed(_ tokens: [Token], in bytes: [UInt8]) -> [Token] {
        var types = ReferenceTypes(bytes: bytes, tokens: tokens)
        types.read()
        return types.tokens
    }

    private init(bytes: [UInt8], tokens: [Token]) {
        self.bytes = bytes
        self.tokens = tokens
        for index in tokens.indices { self.tokens[index].type = type(of: tokens[index]) }
    }

    private func text(_ token: Token) -> ArraySlice<UInt8> { bytes[token.range] }

    private func first(_ token: Token) -> UInt8 { bytes[token.range.lowerBound] }

    /// The type of a token without its context.
    private func type(of token: Token) -> TokenType {
        switch token.kind {
        case .number: return .number
        case .space: return first(token) == 0x0A || first(token) == 0x0D ? .lineEnd : .space
        case .other:
            let scalar = String(decoding: text(token), as: UTF8.self).unicodeScalars.first?.value ?? 0
            let isEmoji =
                (0x1F000..<0x20000).contains(scalar) && first(token) == 0xF0
                || (0x2600..<0x27C0).contains(scalar) || (0x2B40..<0x2B80).contains(scalar)
            return isEmoji ? .emoji : .mark
        case .letter, .ideographic, .kana:
            if first(token) == UInt8(ascii: "@") { return .mention }
            return isAddress(token) ? .address : .word
        }
    }

    private mutating func read() {
        var index = 0
        while index < tokens.count {
            var end = index + 1
            if tokens[index].type == .word, startsURL(tokens[index]) {
                while end < tokens.count, !isGap(tokens[end]) { end += 1 }
                set(.url, index..<end)
            } else if tokens[index].type == .word {
                end = addressEnd(index)
                if end > index + 1 { set(.address, index..<end) }
            } else if first(tokens[index]) == UInt8(ascii: "#"), end < tokens.count,
                tokens[end].kind == .letter, opensTag(tokens[index])
            {
                end += 1
                set(.tag, index..<end)
            }
            index = end
        }
    }

    private mutating func set(_ type: TokenType, _ range: Range<Int>) {
        for index in range {
            tokens[index].type = type
            tokens[index].isContinued = index != range.lowerBound
        }
    }

    private func isAddress(_ token: Token) -> Bool {
        token.kind == .letter && text(token).allSatisfy { $0 < 0x80 } && text(token).contains(0x40)
    }

    private func startsURL(_ token: Token) -> Bool {
        if bytes[token.range.upperBound...].starts(with: "://".utf8) { return true }
        return token.range.count > 4 && text(token).prefix(4).map { $0 | 0x20 } == Array("www.".utf8)
    }

    private func addressEnd(_ first: Int) -> Int {
        var end = first + 1
        for index in end..<max(end, min(first + 8, tokens.count)) {
            let token = tokens[index]
            if isGap(token) { break }
            if isAddress(token) { end = index + 1 }
            if token.kind == .other, !"-+.".utf8.contains(self.first(token)) { break }
        }
        return end
    }

    private func isGap(_ token: Token) -> Bool {
        token.kind == .space || "\"<>')".utf8.contains(first(token))
    }

    private func opensTag(_ token: Token) -> Bool {
        guard let before = bytes[..<token.range.lowerBound].last else { return true }
        return before <= 0x20 || before >= 0x80 || "(\"".utf8.contains(before)
    }
}
