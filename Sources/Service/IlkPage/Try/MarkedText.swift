/// A text in parts, each with its evidence.
struct MarkedText {
    struct Part {
        let text: String
        /// The CSS classes of the mark, or an empty text for a part without a mark.
        let style: String
        /// The evidence in words.
        let reasons: String
        let isPlain: Bool

        init(_ text: String, style: String = "", reasons: String = "") {
            (self.text, self.style, self.reasons, isPlain) = (text, style, reasons, style.isEmpty)
        }
    }

    /// The maximum number of bytes that are shown.
    static let maximumBytes = 64 << 10
    /// The maximum number of marked spans. Those with the most influence are marked.
    private static let maximumSpans = 400
    /// The minimum absolute support of a part with a mark, and of a part with a strong mark.
    private static let (least, strong) = (0.1, 1.0)

    private(set) var parts: [Part] = []
    let isCut: Bool
    let shownBytes: Int

    /// - Parameters:
    ///   - text: The text.
    ///   - evidence: The evidence, strongest first.
    /// - Complexity: O(*n* + *s*²) in the number of bytes and of marked spans.
    init(_ text: String, _ evidence: [PageEvidence]) {
        let bytes = Array(text.utf8)
        let end = Self.border(min(bytes.count, Self.maximumBytes), in: bytes)
        (isCut, shownBytes) = (end < bytes.count, end)
        var spans: [(range: Range<Int>, evidence: PageEvidence)] = []
        for item in evidence where abs(item.support) >= Self.least {
            for span in item.spans where span.lowerBound < end && spans.count < Self.maximumSpans {
                let lower = Self.border(span.lowerBound, in: bytes)
                let upper = Self.border(min(span.upperBound, end), in: bytes)
                if lower < upper { spans.append((lower..<upper, item)) }
            }
        }
        let borders = Set(spans.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + [0, end]).sorted()
        for (lower, upper) in zip(borders, borders.dropFirst()) {
            let found = spans.filter { $0.range.lowerBound <= lower && $0.range.upperBound >= upper }
                .map(\.evidence)
            let part = String(decoding: bytes[lower..<upper], as: UTF8.self)
            parts.append(Self.part(part, found))
        }
    }

    private static func part(_ text: String, _ evidence: [PageEvidence]) -> Part {
        let support = evidence.reduce(0) { $0 + $1.support }
        guard abs(support) >= least else { return Part(text) }
        let style = (support > 0 ? "for" : "against") + (abs(support) >= strong ? " strong" : "")
        let reasons = evidence.prefix(3).map { "\($0.phrase) (\(PageText.signed($0.support)))" }
        return Part(text, style: style, reasons: reasons.joined(separator: "; "))
    }

    /// Returns the position of the first byte of the character that contains a byte.
    private static func border(_ position: Int, in bytes: [UInt8]) -> Int {
        guard position < bytes.count else { return bytes.count }
        var place = position
        while place > 0, position - place < 3, bytes[place] & 0xC0 == 0x80 { place -= 1 }
        return bytes[place] & 0xC0 == 0x80 ? position : place
    }
}
