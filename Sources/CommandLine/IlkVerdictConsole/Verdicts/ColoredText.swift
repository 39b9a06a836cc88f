package import IlkConsole
package import IlkVocabulary

/// A text with colored evidence: evidence for a category has one color, and evidence against the category has
/// another color.
package struct ColoredText {
    /// The maximum number of lines.
    package static let lineCount = 40
    /// The maximum number of bytes of a line.
    private static let lineBytes = 2000

    private let bytes: [UInt8]
    private let lines: [TextSpan]
    /// Spans that count for or against the label, in text order and without overlaps.
    private let marks: [(span: TextSpan, isFor: Bool)]

    /// Creates a colored text.
    ///
    /// - Parameters:
    ///   - bytes: Valid UTF-8.
    ///   - lines: The lines, in order.
    ///   - evidence: The evidence. Only unigrams and rules are shown.
    ///   - category: The index of the category in the taxonomy.
    package init(bytes: [UInt8], lines: [TextSpan], evidence: [Evidence], category: Int) {
        self.bytes = bytes
        self.lines = lines
        marks = Self.marks(evidence, category: category)
    }

    /// Returns the first lines, each with a final line feed. A long line is wrapped.
    package func rendered(_ style: Style, within columns: Int) -> String {
        var text = ""
        for line in lines.prefix(Self.lineCount) {
            var parts: [(text: String, isFor: Bool?)] = []
            _ = rendered(line) { part, isFor in
                parts.append((part, isFor))
                return ""
            }
            let wrapped = WrappedText.lines(
                parts.map(\.text).joined(), first: Self.indent, columns: max(columns, Self.leastWidth))
            text += Self.painted(wrapped, parts, style)
        }
        if let rest { text += style.paint(Self.indent + rest, .faint) + "\n" }
        return text
    }

    private static let indent = "  "
    /// The minimum width of a line in columns.
    private static let leastWidth = 20

    /// Colors the parts of a wrapped text, from which wrapping has removed some spaces.
    private static func painted(
        _ wrapped: String, _ parts: [(text: String, isFor: Bool?)], _ style: Style
    ) -> String {
        var source = parts.flatMap { part in part.text.unicodeScalars.map { ($0, part.isFor) } }[...]
        var output = ""
        for line in wrapped.split(separator: "\n") {
            var run = ""
            var tone: Bool?
            func end() {
                output += tone.map { style.paint(run, $0 ? .good : .bad) } ?? run
                run = ""
            }
            output += indent
            for scalar in line.dropFirst(indent.count).unicodeScalars {
                while let first = source.first, first.0 == " ", scalar != " " { source.removeFirst() }
                let next = source.popFirst()?.1
                if next != tone { end() }
                tone = next
                run.unicodeScalars.append(scalar)
            }
            end()
            output += "\n"
        }
        return output
    }

    /// The first lines as HTML, with colored evidence.
    package var html: String {
        var html = "<pre>"
        for line in lines.prefix(Self.lineCount) {
            html +=
                rendered(line) { part, isFor in
                    let text = HTMLPage.escaped(part)
                    guard let isFor else { return text }
                    return "<mark class=\"\(isFor ? "for" : "against")\">\(text)</mark>"
                } + "\n"
        }
        return html + (rest.map { HTMLPage.escaped($0) + "\n" } ?? "") + "</pre>"
    }

    /// A note on the omitted lines, if there are any.
    private var rest: String? {
        let count = lines.count - Self.lineCount
        return count > 0 ? "… \(count) more \(count == 1 ? "line" : "lines")" : nil
    }

    /// Returns the spans of the strongest evidence. Of overlapping spans the strongest is kept.
    private static func marks(_ evidence: [Evidence], category: Int) -> [(span: TextSpan, isFor: Bool)] {
        let marking = evidence.filter { $0.group == .rules || $0.group == .words }
        var marks: [(span: TextSpan, isFor: Bool)] = []
        for piece in EvidenceRows.strongest(marking, forCategoryAt: category, count: 500) {
            for span in piece.evidence.spans where span.count > 0 {
                let place = marks.firstIndex { $0.span.lowerBound >= span.lowerBound } ?? marks.count
                if place < marks.count, marks[place].span.lowerBound < span.upperBound { continue }
                if place > 0, marks[place - 1].span.upperBound > span.lowerBound { continue }
                marks.insert((span, piece.support > 0), at: place)
            }
        }
        return marks
    }

    /// Returns a line whose parts are colored by `paint`. The closure receives `true` for evidence for the
    /// category, `false` for evidence against it, and `nil` for other text.
    private func rendered(_ line: TextSpan, _ paint: (String, Bool?) -> String) -> String {
        let end = min(line.upperBound, line.lowerBound + Self.lineBytes)
        var text = ""
        var offset = line.lowerBound
        for mark in marks where mark.span.upperBound > offset && mark.span.lowerBound < end {
            let start = max(mark.span.lowerBound, offset)
            let stop = min(mark.span.upperBound, end)
            text += paint(visible(offset..<start), nil) + paint(visible(start..<stop), mark.isFor)
            offset = stop
        }
        return text + paint(visible(offset..<end) + (end < line.upperBound ? "…" : ""), nil)
    }

    private func visible(_ range: Range<Int>) -> String {
        VisibleText.oneLine(String(decoding: bytes[range], as: UTF8.self))
    }
}
