package import IlkConsole
package import IlkVocabulary

/// A text with what spoke for a category in it in one colour and what spoke against it in another.
package struct ColouredText {
    /// How many lines are shown.
    package static let lineCount = 40
    /// How many bytes of a line are shown.
    private static let lineBytes = 2000

    private let bytes: [UInt8]
    private let lines: [TextSpan]
    /// Stretches with a sign, in order, none overlapping.
    private let marks: [(span: TextSpan, isFor: Bool)]

    /// - Parameters:
    ///   - bytes: Valid UTF-8.
    ///   - lines: Its lines, in order.
    ///   - evidence: What spoke; only words and rules are shown.
    ///   - category: The place of the category in the taxonomy.
    package init(bytes: [UInt8], lines: [TextSpan], evidence: [Evidence], category: Int) {
        self.bytes = bytes
        self.lines = lines
        marks = Self.marks(evidence, category: category)
    }

    /// The first lines, each ended by a line feed.
    package func rendered(_ style: Style) -> String {
        var text = ""
        for line in lines.prefix(Self.lineCount) {
            text +=
                "  "
                + rendered(line) { stretch, isFor in
                    guard let isFor else { return stretch }
                    return style.paint(stretch, isFor ? .good : .bad)
                } + "\n"
        }
        if let rest { text += style.paint("  " + rest, .faint) + "\n" }
        return text
    }

    /// The first lines as HTML, what spoke marked by its colour.
    package var html: String {
        var html = "<pre>"
        for line in lines.prefix(Self.lineCount) {
            html +=
                rendered(line) { stretch, isFor in
                    let text = HTMLPage.escaped(stretch)
                    guard let isFor else { return text }
                    return "<mark class=\"\(isFor ? "for" : "against")\">\(text)</mark>"
                } + "\n"
        }
        return html + (rest.map { HTMLPage.escaped($0) + "\n" } ?? "") + "</pre>"
    }

    /// That there are more lines, if there are.
    private var rest: String? {
        let count = lines.count - Self.lineCount
        return count > 0 ? "… \(count) more \(count == 1 ? "line" : "lines")" : nil
    }

    /// The louder ones first, so that what overlaps with them is left out.
    private static func marks(_ evidence: [Evidence], category: Int) -> [(span: TextSpan, isFor: Bool)] {
        let spoken = evidence.filter { $0.kind == .rule || EvidencePhrase.kind(of: $0) == "word" }
        let loudest = EvidencePhrase.loudest(spoken, forCategoryAt: category, count: 500)
        var marks: [(span: TextSpan, isFor: Bool)] = []
        for (evidence, support) in loudest {
            for span in evidence.spans where span.count > 0 {
                let place = marks.firstIndex { $0.span.lowerBound >= span.lowerBound } ?? marks.count
                if place < marks.count, marks[place].span.lowerBound < span.upperBound { continue }
                if place > 0, marks[place - 1].span.upperBound > span.lowerBound { continue }
                marks.insert((span, support > 0), at: place)
            }
        }
        return marks
    }

    /// A line, stretch by stretch: what spoke for, what spoke against, and what did neither.
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
