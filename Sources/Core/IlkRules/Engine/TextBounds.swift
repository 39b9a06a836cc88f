import IlkText
import IlkVocabulary

/// The reference points for the positions of matches in a text.
struct TextBounds {
    /// The range of the text without surrounding white space.
    private(set) var lower = 0
    private(set) var upper = 0
    private var linesAsked: Int32 = 0
    private var linesEnd = 0

    init() {}

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        upper = bytes.count
        while lower < upper, bytes[lower] <= 0x20 { lower += 1 }
        while upper > lower, bytes[upper - 1] <= 0x20 { upper -= 1 }
    }

    /// Returns the end of the first `count` lines that are not blank.
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
        for index in line.range where bytes[index] > 0x20 { return false }
        return true
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
