import IlkVocabulary

/// A text with underlined and named spans, like source code in compiler messages.
///
///     1 | Kind regards
///       | ^~~~~~~~~~~~ closing
package struct CaretText {
    /// A span with its name.
    package struct Mark {
        /// The range in UTF-8 bytes. An empty range gets one caret.
        package var range: Range<Int>
        package var name: String
        package var tone: Style.Tone

        package init(range: Range<Int>, name: String, tone: Style.Tone) {
            self.range = range
            self.name = name
            self.tone = tone
        }
    }

    /// The console. Its width limits each line, including the margin with the line number.
    package let console: Console

    package init(_ console: Console) {
        self.console = console
    }

    /// The number of terminal lines up to which a text is shown in full. A longer text without marks is cut
    /// to this number of lines.
    private static let plainLines = 6
    /// The maximum number of terminal lines with marks. Their neighbors are shown too.
    private static let markedLines = 12

    private struct Cell {
        let text: String
        let width: Int
        let offset: Int
        let end: Int
    }

    /// A part of a line that fits the width of the console.
    private struct Segment {
        var cells: [Cell]
        /// The range of bytes in the text. The last segment of a line includes the line's end.
        var range: ClosedRange<Int>
        /// The line number, counted from 1.
        var number: Int
        /// `true` if the segment continues the previous one.
        var isContinued = false
    }

    // MARK: Texts with numbered lines

    /// Returns a text with line numbers and carets. A long text is cut to the marked lines and their
    /// neighbors.
    package func numbered(_ text: String, _ marks: [Mark], indent: String) -> String {
        let lines = Self.lines(text)
        let digits = max(2, String(lines.count).count)
        let margin = indent + String(repeating: " ", count: digits) + " | "
        let pieces = lines.flatMap { segments($0, width: console.columns - DisplayWidth.of(margin)) }
        var output = ""
        var next = 0
        for index in shown(pieces, marks) {
            output += skipped(pieces, next..<index, margin)
            let segment = pieces[index]
            let number = segment.isContinued && index == next ? "" : String(segment.number)
            let pad = String(repeating: " ", count: digits - number.count)
            output +=
                indent + console.style.paint(pad + number + " |", .faint) + " "
                + rendered(segment, marks, margin)
            next = index + 1
        }
        return output + skipped(pieces, next..<pieces.count, margin)
    }

    /// Returns a line in place of omitted text, such as `… 3 more lines`.
    private func skipped(_ segments: [Segment], _ range: Range<Int>, _ margin: String) -> String {
        guard !range.isEmpty else { return "" }
        let before = range.lowerBound > 0 ? segments[range.lowerBound - 1].number : 0
        let behind = range.upperBound < segments.count ? segments[range.upperBound].number : .max
        let count = Set(segments[range].map(\.number)).count { $0 > before && $0 < behind }
        let lines = count > 0 ? " \(count) more line\(count == 1 ? "" : "s")" : ""
        return console.style.paint(String(margin.dropLast(2)) + "  …" + lines, .faint) + "\n"
    }

    /// Returns the indexes of the segments to show. These are all segments of a short text. In a longer text,
    /// they are the segments with marks and their neighbors, or the first segments if there are no marks.
    private func shown(_ segments: [Segment], _ marks: [Mark]) -> [Int] {
        if segments.count <= Self.plainLines { return Array(segments.indices) }
        let marked = segments.indices.lazy.filter { index in
            marks.contains { Self.meets($0, segments[index].range) }
        }
        var shown: Set<Int> = []
        for index in marked.prefix(Self.markedLines) {
            for near in max(0, index - 1)...min(segments.count - 1, index + 1) { shown.insert(near) }
        }
        return shown.isEmpty ? Array(0..<Self.plainLines) : shown.sorted()
    }

    // MARK: Text under a heading

    /// Returns a text with carets, but with a heading in place of line numbers: `when | a and b`.
    package func headed(_ heading: String, _ text: String, _ marks: [Mark], indent: String) -> String {
        let margin = indent + String(repeating: " ", count: DisplayWidth.of(heading)) + " | "
        var output = ""
        for line in Self.lines(text) {
            for segment in segments(line, width: console.columns - DisplayWidth.of(margin)) {
                let start = output.isEmpty ? indent + console.style.paint(heading + " |", .faint) + " " : nil
                output += (start ?? paintedMargin(margin)) + rendered(segment, marks, margin)
            }
        }
        return output
    }

    private func paintedMargin(_ margin: String) -> String {
        console.style.paint(String(margin.dropLast()), .faint) + " "
    }

    // MARK: Lines

    private static func lines(_ text: String) -> [Segment] {
        var lines: [Segment] = []
        var cells: [Cell] = []
        var (start, offset) = (0, 0)
        func end() {
            lines.append(Segment(cells: cells, range: start...offset, number: lines.count + 1))
            cells = []
        }
        for character in text {
            let count = character.utf8.count
            if character.isNewline {
                end()
                start = offset + count
            } else {
                let visible = VisibleText.oneLine(String(character))
                cells.append(
                    Cell(text: visible, width: DisplayWidth.of(visible), offset: offset, end: offset + count))
            }
            offset += count
        }
        // A final line break ends the last line and does not start another one.
        if !cells.isEmpty || lines.isEmpty || start == offset && text.last?.isNewline != true { end() }
        return lines
    }

    /// Splits a line into segments that fit, after spaces if possible.
    private func segments(_ line: Segment, width: Int) -> [Segment] {
        let width = max(20, width)
        var pieces: [Segment] = []
        var rest = line.cells[...]
        repeat {
            var end = rest.startIndex
            var taken = 0
            var blank: Int?
            while end < rest.endIndex, taken + rest[end].width <= width {
                taken += rest[end].width
                if rest[end].text == " " { blank = end + 1 }
                end += 1
            }
            if end < rest.endIndex, let blank, blank - rest.startIndex > width / 3 { end = blank }
            end = max(end, min(rest.startIndex + 1, rest.endIndex))
            let first = rest.first?.offset ?? line.range.lowerBound
            let last = end < line.cells.endIndex ? line.cells[end].offset - 1 : line.range.upperBound
            pieces.append(
                Segment(
                    cells: Array(rest[..<end]), range: first...max(first, last), number: line.number,
                    isContinued: !pieces.isEmpty))
            rest = rest[end...]
        } while !rest.isEmpty
        return pieces
    }

    private static func meets(_ mark: Mark, _ range: ClosedRange<Int>) -> Bool {
        mark.range.isEmpty
            ? range.contains(mark.range.lowerBound)
            : mark.range.lowerBound <= range.upperBound && mark.range.upperBound > range.lowerBound
    }

    // MARK: Carets

    private func rendered(_ segment: Segment, _ marks: [Mark], _ margin: String) -> String {
        var text = ""
        for cell in segment.cells { text += cell.text }
        while text.last == " " { text.removeLast() }
        var output = text + "\n"
        let width = console.columns - DisplayWidth.of(margin)
        for row in rows(segment, width: width, marks.filter { Self.meets($0, segment.range) }) {
            var line = ""
            var column = 0
            for piece in row {
                line +=
                    String(repeating: " ", count: max(0, piece.column - column))
                    + console.style.paint(piece.text, piece.tone)
                column = piece.column + piece.width
            }
            output += paintedMargin(margin) + line + "\n"
        }
        return output
    }

    private struct Piece {
        var column: Int
        var text: String
        var tone: Style.Tone
        var width: Int { DisplayWidth.of(text) }
        var end: Int { column + width }
    }

    /// Returns the carets and names under a segment, in as few rows as possible.
    private func rows(_ segment: Segment, width: Int, _ marks: [Mark]) -> [[Piece]] {
        var rows: [[Piece]] = []
        func place(_ piece: Piece) {
            let fits = rows.firstIndex { row in
                row.allSatisfy { $0.end < piece.column || piece.end < $0.column }
            }
            if let fits { rows[fits].append(piece) } else { rows.append([piece]) }
        }
        let sorted = marks.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        for (index, mark) in sorted.enumerated() {
            let column = segment.cells.reduce(0) { $0 + ($1.offset < mark.range.lowerBound ? $1.width : 0) }
            let end = segment.cells.reduce(0) { $0 + ($1.offset < mark.range.upperBound ? $1.width : 0) }
            let begins = mark.range.lowerBound >= segment.range.lowerBound
            let carets = (begins ? "^" : "~") + String(repeating: "~", count: max(0, end - column - 1))
            // Only the last of several marks with the same name is named.
            let isNamed =
                mark.range.upperBound <= segment.range.upperBound + 1
                && !sorted[(index + 1)...].contains { $0.name == mark.name }
            let whole = Piece(
                column: column, text: isNamed ? "\(carets) \(mark.name)" : carets, tone: mark.tone)
            if !isNamed || whole.end <= width {
                place(whole)
            } else {
                // A name that does not fit after the carets is placed on the next row.
                place(Piece(column: column, text: carets, tone: mark.tone))
                let room = DisplayWidth.of(mark.name)
                rows.append([
                    Piece(column: max(0, min(column, width - room)), text: mark.name, tone: mark.tone)
                ])
            }
        }
        return rows.map { $0.sorted { $0.column < $1.column } }
    }
}
