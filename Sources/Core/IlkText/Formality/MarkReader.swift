import IlkVocabulary

/// The formality features of one punctuation mark, derived from the bytes around it.
struct MarkReader {
    enum Found {
        case nothing
        /// A web address begins here.
        case address
        /// An @name or a #tag begins here.
        case name
        case feature(FormalityFeature)
    }

    private(set) var found = Found.nothing
    /// `true` if the mark stands directly between two letters.
    private(set) var isTight = false
    /// `true` if a space precedes the mark, and a space or the end of the text follows it.
    private(set) var isSpaced = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ token: Token) {
        let lower = Int(token.lowerBound)
        let byte = bytes[lower]
        if byte >= 0x80 {
            readForeign(bytes, token)
            return
        }
        let before = Marks.byte(bytes, lower - 1)
        let next = Marks.byte(bytes, lower + 1)
        switch byte {
        case UInt8(ascii: "."):
            if next == byte, before != byte { found = .feature(.ellipses) }
            isSpaced = before == 0x20 && next <= 0x20
        case UInt8(ascii: ","):
            found = .feature(.commas)
            readSpacing(before, next)
        case UInt8(ascii: "!"), UInt8(ascii: "?"): readStop(byte, before, next)
        case UInt8(ascii: "\""): found = .feature(.quotationMarks)
        case UInt8(ascii: "'"): found = .feature(.apostrophes)
        default: readSymbol(byte, before, next, bytes, lower)
        }
    }

    private mutating func readStop(_ byte: UInt8, _ before: UInt8, _ next: UInt8) {
        if Self.isStop(before) { return }
        if Self.isStop(next) {
            found = .feature(.markRuns)
        } else {
            found = .feature(byte == UInt8(ascii: "!") ? .exclamations : .questions)
        }
        readSpacing(before, next)
    }

    private static func isStop(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
    }

    private mutating func readSpacing(_ before: UInt8, _ next: UInt8) {
        isTight = before.isASCIILetter && next.isASCIILetter
        isSpaced = before == 0x20 && next <= 0x20
    }

    private mutating func readSymbol(
        _ byte: UInt8, _ before: UInt8, _ next: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int
    ) {
        if next == byte, before == byte || Self.isRun(bytes, lower) {
            if before != byte { found = .feature(.horizontalRules) }
            return
        }
        if before == byte, Self.endsRun(bytes, lower) { return }
        switch byte {
        case UInt8(ascii: ":"): readColon(bytes, lower)
        case UInt8(ascii: ";"):
            if Marks.isEmoticon(bytes, at: lower) { found = .feature(.emoticons) }
        case UInt8(ascii: "-"):
            let isDash = before <= 0x20 || before == byte || next == byte
            found = .feature(isDash ? .dashes : .hyphens)
        case UInt8(ascii: "&"): found = .feature(.ampersands)
        case UInt8(ascii: "$"), UInt8(ascii: "%"): found = .feature(.money)
        case UInt8(ascii: "@"), UInt8(ascii: "#"):
            let isName = Marks.isOpen(bytes, before: lower) && next.isWordByte
            found = isName ? .name : .feature(.symbols)
        case UInt8(ascii: "<"), UInt8(ascii: "="):
            found = .feature(Marks.isEmoticon(bytes, at: lower) ? .emoticons : .symbols)
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"):
            break
        default: found = .feature(.symbols)
        }
    }

    private mutating func readColon(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int) {
        if Marks.isScheme(bytes, at: lower) {
            found = .address
        } else if Marks.isEmoticon(bytes, at: lower) {
            found = .feature(.emoticons)
        } else if !Marks.isTime(bytes, at: lower) {
            found = .feature(.colons)
        }
    }

    /// `true` if a run of four equal bytes begins here. The caller has compared the first two.
    private static func isRun(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int) -> Bool {
        let byte = bytes[lower]
        return Marks.byte(bytes, lower + 2) == byte && Marks.byte(bytes, lower + 3) == byte
    }

    /// `true` if a run of four equal bytes ends here. The caller has compared the last two.
    private static func endsRun(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int) -> Bool {
        let byte = bytes[lower]
        return Marks.byte(bytes, lower - 2) == byte && Marks.byte(bytes, lower - 3) == byte
    }

    private mutating func readForeign(_ bytes: UnsafeBufferPointer<UInt8>, _ token: Token) {
        let scalar = decodeScalar(bytes, at: Int(token.lowerBound)).scalar
        switch scalar {
        case 0x2026: found = .feature(.ellipses)
        case 0x2013, 0x2014: found = .feature(.dashes)
        case 0x2018, 0x2019: found = .feature(.apostrophes)
        case 0x201C, 0x201D: found = .feature(.quotationMarks)
        case 0xA3, 0x20AC: found = .feature(.money)
        case 0x2600...0x27BF, 0x1F000...0x1FAFF: found = .feature(.emoticons)
        default: break
        }
    }
}
