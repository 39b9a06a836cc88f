/// Recognizes URLs, mail addresses, mentions and hashtags among the tokens of a text.
///
/// The English word rules treat `@` as a letter, so that a mention and most mail addresses are one token. A
/// URL and an address with a hyphen are several tokens of the same type; all except the first are marked as
/// continued.
///
/// No special token crosses white space or one of `"<>')`. Therefore only tokens between two of these
/// characters are read, and only if they include a `@`, a `#`, `://` or `www.` Most texts have no such
/// tokens.
struct SpecialTokens<Reader: BlockReader> {
    private let tokens: UnsafeMutableBufferPointer<Token>
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The index of the first token whose type is not final.
    private var next = 0

    /// The maximum number of tokens in a mail address.
    private static var longestAddress: Int { 8 }

    /// Sets the types of the special tokens of a text. Before the call, each token must have the preliminary
    /// type that ``TokenType/init(_:first:)`` returns.
    static func recognize(
        _ tokens: UnsafeMutableBufferPointer<Token>, in bytes: UnsafeBufferPointer<UInt8>
    ) {
        var special = Self(tokens: tokens, bytes: bytes)
        special.read()
    }

    private init(tokens: UnsafeMutableBufferPointer<Token>, bytes: UnsafeBufferPointer<UInt8>) {
        self.tokens = tokens
        self.bytes = bytes
    }

    private mutating func read() {
        guard let base = bytes.baseAddress else { return }
        var offset = 0
        while offset &+ 64 <= bytes.count {
            read(Reader.readSpecial(base + offset), from: offset)
            offset &+= 64
        }
        guard offset < bytes.count else { return }
        guard bytes.count >= 64 else {
            while offset < bytes.count {
                read(at: offset)
                offset &+= 1
            }
            return
        }
        // The last 64 bytes, without those already read.
        let last = bytes.count &- 64
        read(Reader.readSpecial(base + last) &>> UInt64(truncatingIfNeeded: offset &- last), from: offset)
    }

    @inline(__always)
    private mutating func read(_ places: UInt64, from offset: Int) {
        var places = places
        while places != 0 {
            read(at: offset &+ places.trailingZeroBitCount)
            places &= places &- 1
        }
    }

    /// Recognizes special tokens around a byte if the byte may be part of one.
    @inline(__always)
    private mutating func read(at offset: Int) {
        switch bytes[offset] {
        case UInt8(ascii: "@"), UInt8(ascii: "#"): readTokens(around: offset)
        case UInt8(ascii: ":"): if isScheme(before: offset) { readTokens(around: offset) }
        case UInt8(ascii: "."):
            if offset >= 3, isWWW(at: offset &- 3) { readTokens(around: offset) }
        default: break
        }
    }

    /// Recognizes special tokens among the tokens around a byte, up to the next gap on each side, unless
    /// these tokens were already read. A gap is white space or one of `"<>')`.
    @inline(never)
    private mutating func readTokens(around offset: Int) {
        guard next < tokens.count, offset >= Int(tokens[next].lowerBound) else { return }
        var (lower, upper) = (next, tokens.count)
        while lower &+ 1 < upper {
            let middle = (lower &+ upper) / 2
            if Int(tokens[middle].lowerBound) <= offset { lower = middle } else { upper = middle }
        }
        var end = lower
        while end < tokens.count, !isGap(end) { end &+= 1 }
        while lower > next, !isGap(lower &- 1) { lower &-= 1 }
        read(lower..<end)
        next = max(next, end)
    }

    /// Recognizes special tokens in a range of tokens without gaps.
    private func read(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            var end = index &+ 1
            let token = tokens[index]
            let first = bytes[Int(token.lowerBound)]
            if token.type == .word {
                if first == UInt8(ascii: "@") {
                    tokens[index].type = .mention
                } else if isAddress(token) {
                    tokens[index].type = .address
                } else if startsURL(token) {
                    end = range.upperBound
                    set(.url, index..<end)
                } else if let address = addressEnd(index, range.upperBound) {
                    end = address
                    set(.address, index..<end)
                }
            } else if first == UInt8(ascii: "#"), end < range.upperBound, tokens[end].kind == .letter,
                startsTag(token)
            {
                end &+= 1
                set(.tag, index..<end)
            }
            index = end
        }
    }

    private func set(_ type: TokenType, _ range: Range<Int>) {
        for index in range {
            tokens[index].type = type
            tokens[index].isContinued = index > range.lowerBound
        }
    }

    // MARK: Properties of tokens

    private func isGap(_ index: Int) -> Bool {
        let token = tokens[index]
        if token.kind == .space { return true }
        switch bytes[Int(token.lowerBound)] {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: ")"):
            return true
        default: return false
        }
    }

    /// `true` for a single token that is a mail address: a word of ASCII letters with an `@`.
    private func isAddress(_ token: Token) -> Bool {
        token.kind == .letter && !token.shape.contains(.nonASCII)
            && bytes[token.range].contains(UInt8(ascii: "@"))
    }

    private func startsURL(_ token: Token) -> Bool {
        isScheme(before: Int(token.upperBound))
            || token.upperBound &- token.lowerBound > 4 && isWWW(at: Int(token.lowerBound))
    }

    /// Returns the end of a mail address whose local part has several tokens, as in `jo-ann@example.com`, or
    /// `nil`.
    private func addressEnd(_ first: Int, _ end: Int) -> Int? {
        var found: Int?
        for index in first &+ 1..<min(first &+ Self.longestAddress, end) {
            let token = tokens[index]
            if isAddress(token) {
                found = index &+ 1
            } else if token.kind == .other {
                switch bytes[Int(token.lowerBound)] {
                case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): continue
                default: return found
                }
            }
        }
        return found
    }

    /// `true` if a `#` begins a hashtag: at the start of the text, or after white space, `(`, `"` or a
    /// character outside ASCII.
    private func startsTag(_ token: Token) -> Bool {
        guard token.lowerBound > 0 else { return true }
        let before = bytes[Int(token.lowerBound) &- 1]
        return before <= 0x20 || before == UInt8(ascii: "(") || before == UInt8(ascii: "\"") || before >= 0x80
    }

    @inline(__always)
    private func isScheme(before offset: Int) -> Bool {
        offset &+ 2 < bytes.count && bytes[offset] == UInt8(ascii: ":")
            && bytes[offset &+ 1] == UInt8(ascii: "/") && bytes[offset &+ 2] == UInt8(ascii: "/")
    }

    @inline(__always)
    private func isWWW(at offset: Int) -> Bool {
        for place in offset..<offset &+ 3 where bytes[place] | 0x20 != UInt8(ascii: "w") { return false }
        return bytes[offset &+ 3] == UInt8(ascii: ".")
    }
}
