import IlkText
import IlkVocabulary

/// The positions in a text to which the `position` of a matcher refers, such as the start and the end without
/// white space.
struct TextBounds {
    /// The range of the text without surrounding white space.
    private(set) var lower = 0
    private(set) var upper = 0
    private var linesAsked: Int32 = 0
    private var linesEnd = 0

    init() {}

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        upper = bytes.count
        // A byte order mark is not part of the text.
        if bytes.first == 0xEF { lower = ByteOrderMark.length(in: bytes) }
        lower = Self.endOfSpace(from: lower, upTo: upper, bytes)
        while upper > lower {
            let length = Self.spaceLength(before: upper, bytes)
            guard length > 0, upper - length >= lower else { break }
            upper -= length
        }
    }

    private static func endOfSpace(from start: Int, upTo end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int
    {
        var index = start
        while index < end {
            let length = spaceLength(at: index, upTo: end, bytes)
            guard length > 0 else { break }
            index += length
        }
        return index
    }

    /// Returns the length in bytes of the white space character at an offset, or 0 if there is none. Control
    /// characters count as white space.
    @inline(__always)
    static func spaceLength(
        at index: Int, upTo end: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        let byte = bytes[index]
        if byte <= 0x20 { return 1 }
        guard byte >= 0xC2 else { return 0 }
        let second = index + 1 < end ? bytes[index + 1] : 0
        let third = index + 2 < end ? bytes[index + 2] : 0
        switch (byte, second, third) {
        case (0xC2, 0x85, _), (0xC2, 0xA0, _): return 2
        // U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F and U+3000.
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
            (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
            return 3
        default: return 0
        }
    }

    /// Returns the length in bytes of the white space character that ends at an offset, or 0 if there is none.
    private static func spaceLength(before end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        for length in 1...min(3, end) where spaceLength(at: end - length, upTo: end, bytes) == length {
            return length
        }
        return 0
    }

    /// Returns the end of the first `count` lines that are not blank, or the end of the text if there are
    /// fewer.
    mutating func end(ofLines count: Int32, _ text: AnalyzedText.View) -> Int {
        if count == linesAsked { return linesEnd }
        linesAsked = count
        linesEnd = text.bytes.count
        var left = count
        for line in text.lines where !Self.isBlank(line, text.bytes) {
            left -= 1
            if left == 0 {
                linesEnd = line.upperBound
                break
            }
        }
        return linesEnd
    }

    private static func isBlank(_ line: TextSpan, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        endOfSpace(from: line.lowerBound, upTo: line.upperBound, bytes) == line.upperBound
    }

    /// `true` if a match is at an allowed position.
    @inline(__always)
    mutating func admits(_ lower: Int, _ upper: Int, _ place: MatchPosition, _ text: AnalyzedText.View)
        -> Bool
    {
        if place.isAnywhere { return true }
        if place.lines > 0, upper > end(ofLines: place.lines, text) { return false }
        switch place.anchor {
        case .anywhere: return true
        case .start: return lower == self.lower || lower == 0
        case .end: return upper == self.upper || upper == text.bytes.count
        case .lineStart: return Self.isLineStart(lower, text.bytes)
        }
    }

    /// `true` if a match that begins here can satisfy the anchor.
    @inline(__always)
    func admitsStart(_ lower: Int, _ anchor: MatchPosition.Anchor, _ bytes: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        switch anchor {
        case .anywhere, .end: true
        case .start: lower == self.lower || lower == 0
        case .lineStart: Self.isLineStart(lower, bytes)
        }
    }

    /// `true` if a line begins here. Lines end with LF, CR LF or CR, as in `AnalyzedText`.
    static func isLineStart(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard offset > 0 else { return true }
        let before = bytes[offset - 1]
        return before == 0x0A || (before == 0x0D && (offset == bytes.count || bytes[offset] != 0x0A))
    }

    /// `true` if ICU's `^` may match here in multi-line mode. False positives are harmless.
    static func mayBeLineStart(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard offset > 0 else { return true }
        switch bytes[offset - 1] {
        case 0x0A...0x0D, 0x85, 0xA8, 0xA9: return true
        default: return false
        }
    }
}
