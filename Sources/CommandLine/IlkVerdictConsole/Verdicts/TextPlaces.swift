import IlkConsole
package import IlkVocabulary

/// Where in a text bytes stand, as people count: line and column, both from 1, the column in Unicode scalars.
package struct TextPlaces {
    private let bytes: [UInt8]
    private let lines: [TextSpan]

    /// - Parameters:
    ///   - bytes: Valid UTF-8.
    ///   - lines: Its lines, in order.
    package init(bytes: [UInt8], lines: [TextSpan]) {
        self.bytes = bytes
        self.lines = lines
    }

    /// The lines of a text that was not analysed: where line feeds part it.
    package static func lines(of bytes: [UInt8]) -> [TextSpan] {
        var lines: [TextSpan] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            lines.append(TextSpan(start, index))
            start = index + 1
        }
        return lines + [TextSpan(start, bytes.count)]
    }

    /// The place of a byte, as `3:14`.
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

    /// The text of a span, on one line, cut at so many columns.
    package func excerpt(_ span: TextSpan, columns: Int) -> String {
        // Four bytes a column are more than enough to see that something is cut; half a character at the end is cut off.
        let end = min(span.upperBound, span.lowerBound + 4 * columns + 4)
        let text = String(decoding: bytes[span.lowerBound..<end], as: UTF8.self)
        return DisplayWidth.truncated(VisibleText.oneLine(text), to: columns)
    }
}
