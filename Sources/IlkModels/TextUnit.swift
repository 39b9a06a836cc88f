import Glibc
import IlkText

/// What a stretch of the text is to the readers of words, characters and frames: a word, an address, a mark, ...
///
/// Units are ICU's tokens, but that addresses are one unit, and a run of one mark is one.
struct TextUnit {
    enum Kind: UInt8 {
        case word
        case number
        case url
        case email
        case mention
        case hashtag
        case emoji
        case mark
        case space
        case newline

        /// All kinds, by their raw values.
        static let all: [Kind] = [
            .word, .number, .url, .email, .mention, .hashtag, .emoji, .mark, .space, .newline,
        ]

        /// Whether it counts among the words: everything but marks and gaps.
        @inline(__always)
        var isWordLike: Bool { rawValue < Kind.mark.rawValue }

        /// Its place in ``all``.
        @inline(__always)
        var index: Int { Int(rawValue) }
    }

    var kind: Kind
    /// The place of the first token of it among the analysis's words, or -1.
    var word: Int32
    var lower: Int32
    var upper: Int32
    var token: Int32
}

/// Cuts an analysis into units, up to a number of bytes. For one thread at a time.
final class TextUnitReader {
    // Memory of this object alone, as long as the longest text needed: arrays ask at every element whether they are shared.
    @exclusivity(unchecked) private var storage: UnsafeMutablePointer<TextUnit>
    @exclusivity(unchecked) private var capacity = 256
    @exclusivity(unchecked) private var count = 0

    init() {
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    /// The units of the text that was read last.
    var units: UnsafeBufferPointer<TextUnit> { UnsafeBufferPointer(start: storage, count: count) }

    func read(_ view: AnalysisView, limit: Int) {
        let tokens = view.tokens
        if capacity < tokens.count {
            capacity = tokens.count
            storage.deallocate()
            storage = .allocate(capacity: capacity)
        }
        // Most texts have no address: one look at all of it spares one at each word.
        let looked = min(view.bytes.count, limit + Self.addressReach)
        let hasAt =
            view.bytes.baseAddress.map { memchr($0, Int32(UInt8(ascii: "@")), looked) != nil } ?? false
        var index = 0
        var word: Int32 = 0
        var made = 0
        while index < tokens.count, Int(tokens[index].lowerBound) < limit {
            let token = tokens[index]
            if token.kind == .letter, !hasAt, !Self.isAddressStart(token, view.bytes) {
                // Nearly every second unit: a word by itself.
                storage[made] = TextUnit(
                    kind: .word, word: word, lower: token.lowerBound, upper: token.upperBound,
                    token: Int32(truncatingIfNeeded: index))
                word &+= 1
                index &+= 1
            } else if token.kind == .space,
                index &+ 1 == tokens.count || tokens[index &+ 1].kind != .space
            {
                // Nearly every other one: a gap by itself.
                storage[made] = Self.unit(token, index, view.bytes, hasAt: hasAt)
                index &+= 1
            } else {
                let first = index
                var unit = Self.unit(token, index, view.bytes, hasAt: hasAt)
                if unit.kind == .word || unit.kind == .number { unit.word = word }
                index = Self.end(of: &unit, index, tokens, view.bytes, hasAt: hasAt)
                for consumed in first..<index where tokens[consumed].kind.isWord { word &+= 1 }
                storage[made] = unit
            }
            made &+= 1
        }
        count = made
    }

    /// How far behind the limit an address may go on; longer ones are cut there.
    private static let addressReach = 4_096

    @inline(__always)
    private static func unit(
        _ token: Token, _ index: Int, _ bytes: UnsafeBufferPointer<UInt8>, hasAt: Bool
    ) -> TextUnit {
        TextUnit(
            kind: kind(token, bytes, hasAt: hasAt), word: -1, lower: token.lowerBound,
            upper: token.upperBound,
            token: Int32(index))
    }

    @inline(__always)
    private static func kind(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>, hasAt: Bool)
        -> TextUnit.Kind
    {
        let first = bytes[Int(token.lowerBound)]
        switch token.kind {
        case .number: return .number
        case .letter, .ideographic, .kana: return hasAt ? wordKind(token, first, bytes) : .word
        case .space: return first == 0x0A || first == 0x0D ? .newline : .space
        case .other: return first >= 0xE2 && isEmoji(token, bytes) ? .emoji : .mark
        }
    }

    /// English break rules take `@` for a letter: addresses and handles are one token.
    private static func wordKind(
        _ token: Token, _ first: UInt8, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> TextUnit.Kind {
        if first == UInt8(ascii: "@") { return token.upperBound - token.lowerBound > 1 ? .mention : .mark }
        if token.shape.contains(.nonASCII) { return .word }
        for offset in token.range where bytes[offset] == UInt8(ascii: "@") { return .email }
        return .word
    }

    private static func isEmoji(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let lower = Int(token.lowerBound)
        if bytes[lower] == 0xF0 { return bytes[lower + 1] == 0x9F }
        guard bytes[lower] == 0xE2 else { return false }
        return bytes[lower + 1] >= 0x98 && bytes[lower + 1] <= 0x9E || bytes[lower + 1] == 0xAD
    }

    /// Takes the tokens behind the first that belong to the same unit, and returns the index behind them.
    private static func end(
        of unit: inout TextUnit, _ index: Int, _ tokens: UnsafeBufferPointer<Token>,
        _ bytes: UnsafeBufferPointer<UInt8>, hasAt: Bool
    ) -> Int {
        var next = index + 1
        switch unit.kind {
        case .word:
            if isAddressStart(tokens[index], bytes) {
                unit.kind = .url
                while next < tokens.count, !isGap(tokens[next], bytes) { next += 1 }
            } else if hasAt {
                next = emailEnd(&unit, index, tokens, bytes)
            }
        case .mark:
            let mark = bytes[Int(unit.lower)]
            if mark == UInt8(ascii: "#"), next < tokens.count, tokens[next].kind == .letter,
                startsTag(unit, bytes)
            {
                unit.kind = .hashtag
                next += 1
            } else {
                while next < tokens.count, tokens[next].kind == .other,
                    bytes[Int(tokens[next].lowerBound)] == mark,
                    tokens[next].upperBound - tokens[next].lowerBound == unit.upper - unit.lower
                        || mark < 0x80
                {
                    next += 1
                }
            }
        case .space, .newline:
            while next < tokens.count, tokens[next].kind == .space {
                if bytes[Int(tokens[next].lowerBound)] == 0x0A { unit.kind = .newline }
                next += 1
            }
        default: break
        }
        unit.upper = tokens[next - 1].upperBound
        return next
    }

    @inline(__always)
    private static func isAddressStart(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let upper = Int(token.upperBound)
        if upper + 2 < bytes.count, bytes[upper] == UInt8(ascii: ":"), bytes[upper + 1] == UInt8(ascii: "/"),
            bytes[upper + 2] == UInt8(ascii: "/")
        {
            return true
        }
        let lower = Int(token.lowerBound)
        guard upper - lower > 4 else { return false }
        for offset in lower..<lower + 3 where bytes[offset] | 0x20 != UInt8(ascii: "w") { return false }
        return bytes[lower + 3] == UInt8(ascii: ".")
    }

    /// An address whose local part is a token of its own, as `jo-ann@example.com`: the hyphen parts the tokens.
    private static func emailEnd(
        _ unit: inout TextUnit, _ index: Int, _ tokens: UnsafeBufferPointer<Token>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var next = index + 1
        var looked = next
        while looked < min(index + 8, tokens.count), !isGap(tokens[looked], bytes) {
            let token = tokens[looked]
            if token.kind == .letter, !token.shape.contains(.nonASCII) {
                for offset in token.range where bytes[offset] == UInt8(ascii: "@") {
                    unit.kind = .email
                    next = looked + 1
                }
            } else if token.kind == .other, bytes[Int(token.lowerBound)] != UInt8(ascii: "-"),
                bytes[Int(token.lowerBound)] != UInt8(ascii: "+"),
                bytes[Int(token.lowerBound)] != UInt8(ascii: ".")
            {
                break
            }
            looked += 1
        }
        return next
    }

    private static func isGap(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if token.kind == .space { return true }
        switch bytes[Int(token.lowerBound)] {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: ")"):
            return true
        default: return false
        }
    }

    private static func startsTag(_ unit: TextUnit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard unit.lower > 0 else { return true }
        let before = bytes[Int(unit.lower) - 1]
        return before <= 0x20 || before == UInt8(ascii: "(") || before == UInt8(ascii: "\"") || before >= 0x80
    }
}
