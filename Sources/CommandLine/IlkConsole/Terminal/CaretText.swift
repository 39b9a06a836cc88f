/// A text with stretches of it underlined and named, as compilers show code.
///
///     1 | Kind regards
///       | ^~~~~~~~~~~~ closing
package struct CaretText {
    /// A stretch and its name.
    package struct Mark {
        /// In UTF-8 bytes of the text. An empty one gets a caret of its own.
        package var range: Range<Int>
        package var name: String
        package var tone: Style.Tone

        /// Creates a value from its parts.
        package init(range: Range<Int>, name: String, tone: Style.Tone) {
            self.range = range
            self.name = name
            self.tone = tone
        }
    }

    /// The console, whose width a line may take with what stands before it.
    package let console: Console

    /// Creates texts for a console.
    package init(_ console: Console) {
        self.console = console
    }

    /// How many lines of the terminal are shown of a text where nothing is marked, and of one that is cut around marks.
    private static let plainLines = 6
    private static let markedLines = 12

    private struct Cell {
        let text: String
        let width: Int
        let offset: Int
        let end: Int
    }

    /// A stretch of a line that fits.
    private struct Segment {
        var cells: [Cell]
        /// Where it begins and ends in the text: the end of a line that is not continued counts to it.
        var range: ClosedRange<Int>
        /// The line's number.
        var number: Int
        /// Whether it goes on from the segment before.
        var isContinued = false
    }

    // MARK: Texts with numbered lines

    /// The lines of a text that have marks, with what stands beside them, numbered; of a long text no more than that.
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

    /// That something is left out: how many lines of the text, or a part of one.
    private func skipped(_ segments: [Segment], _ range: Range<Int>, _ margin: String) -> String {
        guard !range.isEmpty else { return "" }
        let before = range.lowerBound > 0 ? segments[range.lowerBound - 1].number : 0
        let behind = range.upperBound < segments.count ? segments[range.upperBound].number : .max
        let count = Set(segments[range].map(\.number)).count { $0 > before && $0 < behind }
        let lines = count > 0 ? " \(count) more line\(count == 1 ? "" : "s")" : ""
        return console.style.paint(String(margin.dropLast(2)) + "  …" + lines, .faint) + "\n"
    }

    /// The segments with marks and those beside them, up to a number; the first ones where nothing is marked.
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

    /// A text without numbers behind a heading, as `when | a and b`.
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
        // A line break at the very end ends the last line and begins none.
        if !cells.isEmpty || lines.isEmpty || start == offset && text.last?.isNewline != true { end() }
        return lines
    }

    /// A line in pieces that fit, cut behind blanks where there are any.
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

    /// The carets and names under a segment, row by row, as few rows as they need.
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
            // Of several of one name the last is named.
            let isNamed =
                mark.range.upperBound <= segment.range.upperBound + 1
                && !sorted[(index + 1)...].contains { $0.name == mark.name }
            let whole = Piece(
                column: column, text: isNamed ? "\(carets) \(mark.name)" : carets, tone: mark.tone)
            if !isNamed || whole.end <= width {
                place(whole)
            } else {
                // Where the name does not fit behind them it stands below.
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
