import IlkConsole
package import IlkVocabulary

/// Locations in a text as line and column, both counted from 1. Columns count Unicode scalars.
package struct TextLocations {
    private let bytes: [UInt8]
    private let lines: [TextSpan]

    /// Creates the locations of a text from its bytes, which are valid UTF-8, and its lines in order.
    package init(bytes: [UInt8], lines: [TextSpan]) {
        self.bytes = bytes
        self.lines = lines
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
        var low = 0
        var high = lines.count
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return "1:1" }
        let start = lines[low - 1].lowerBound
        let column = bytes[start..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
        return "\(low):\(column + 1)"
    }

    /// Returns the text of a span on one line, cut to a number of columns.
    package func excerpt(_ span: TextSpan, columns: Int) -> String {
        // Four bytes per column are enough to detect that the text is cut. Half a character at the end is
        // removed.
        let end = min(span.upperBound, span.lowerBound + 4 * columns + 4)
        let text = String(decoding: bytes[span.lowerBound..<end], as: UTF8.self)
        return DisplayWidth.truncated(VisibleText.oneLine(text), to: columns)
    }

    /// The maximum number of excerpts.
    private static let excerptCount = 3
    /// The maximum width of an excerpt in columns.
    private static let excerptWidth = 32

    /// Returns the first excerpts in quotes, such as `“thanks” “thank you” and 2 more`.
    func excerpts(_ spans: [TextSpan]) -> String {
        let quotes = spans.prefix(Self.excerptCount).map { "“\(excerpt($0, columns: Self.excerptWidth))”" }
        let more = spans.count - Self.excerptCount
        return quotes.joined(separator: " ") + (more > 0 ? " and \(more) more" : "")
    }
}
