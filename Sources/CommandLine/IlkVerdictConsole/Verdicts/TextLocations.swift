import IlkConsole
package import IlkText
package import IlkVocabulary

/// Locations in a text as line and column, both counted from 1. Columns count Unicode scalars.
package struct TextLocations {
    private let bytes: [UInt8]
    private let lines: [TextSpan]
    private let tokens: [Token]

    package init(_ analysis: AnalyzedText) {
        bytes = analysis.bytes
        lines = analysis.lines
        tokens = analysis.tokens
    }

    /// Creates the locations of a text from its bytes, which are valid UTF-8, and its lines in order.
    package init(bytes: [UInt8], lines: [TextSpan]) {
        self.bytes = bytes
        self.lines = lines
        tokens = []
    }

    /// Returns the lines of a text without analyzing it, split at line feeds.
    package static func lines(of bytes: [UInt8]) -> [TextSpan] {
        var lines: [TextSpan] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            lines.append(TextSpan(start, index))
            start = index + 1
        }
        return lines + [TextSpan(start, bytes.count)]
    }

    /// Returns the location of a byte, such as `3:14`.
    package func place(of offset: Int) -> String {
        let line = Self.count(lines, upTo: offset) { $0.lowerBound }
        guard line > 0 else { return "1:1" }
        let start = lines[line - 1].lowerBound
        let column = bytes[start..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
        return "\(line):\(column + 1)"
    }

    /// Returns the number of elements that start at or before an offset. The elements are in ascending order.
    private static func count<Element>(
        _ elements: [Element], upTo offset: Int, start: (Element) -> Int
    ) -> Int {
        var low = 0
        var high = elements.count
        while low < high {
            let middle = (low + high) / 2
            if start(elements[middle]) <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the text of a span on one line, with `⏎` for line breaks, cut to a number of columns.
    package func excerpt(_ span: TextSpan, columns: Int) -> String {
        // Four bytes per column are enough to detect that the text is cut. Half a character at the end is
        // removed.
        let end = min(span.upperBound, span.lowerBound + 4 * columns + 4)
        let text = String(decoding: bytes[span.lowerBound..<end], as: UTF8.self)
        return DisplayWidth.truncated(VisibleText.oneLine(Evidence.onOneLine(text)), to: columns)
    }

    /// The maximum number of excerpts.
    private static let excerptCount = 3
    /// The maximum width of an excerpt in columns.
    private static let excerptWidth = 32

    /// Returns the first excerpts in quotes, such as `“thanks” “thank you” and 2 more`. They consist of whole
    /// words, addresses and URLs, without white space around them.
    func excerpts(_ spans: [TextSpan]) -> String {
        let quotes = spans.prefix(Self.excerptCount).map { span in
            let whole = wholeTokens(span)
            // If the match is far behind the start of a long URL, the excerpt begins at the match.
            let isLate = span.upperBound - whole.lowerBound > Self.excerptWidth
            let start = isLate ? span.lowerBound : whole.lowerBound
            let cut = start > whole.lowerBound ? "…" : ""
            let text = excerpt(trimmed(TextSpan(start, whole.upperBound)), columns: Self.excerptWidth)
            return "“\(cut)\(text)”"
        }
        let more = spans.count - Self.excerptCount
        return quotes.joined(separator: " ") + (more > 0 ? " and \(more) more" : "")
    }

    /// Returns a span that is extended to the ends of the tokens in which it starts and ends.
    private func wholeTokens(_ span: TextSpan) -> TextSpan {
        guard span.count > 0, !tokens.isEmpty else { return span }
        var first = Self.count(tokens, upTo: span.lowerBound) { Int($0.lowerBound) } - 1
        while first > 0, tokens[first].isContinued { first -= 1 }
        var end = Self.count(tokens, upTo: span.upperBound - 1) { Int($0.lowerBound) }
        while end < tokens.count, tokens[end].isContinued { end += 1 }
        guard first >= 0, end > 0 else { return span }
        return TextSpan(
            min(span.lowerBound, Int(tokens[first].lowerBound)),
            max(span.upperBound, Int(tokens[end - 1].upperBound)))
    }

    /// Returns a span without the white space at its ends, unless it consists of white space.
    private func trimmed(_ span: TextSpan) -> TextSpan {
        let text = bytes[span.range]
        guard let first = text.firstIndex(where: { $0 > 0x20 }),
            let last = text.lastIndex(where: { $0 > 0x20 })
        else { return span }
        return TextSpan(first, last + 1)
    }
}
