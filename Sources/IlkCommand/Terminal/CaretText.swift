/// A text with stretches of it underlined and named, as compilers show code.
///
///     1 | Kind regards
///       | ^~~~~~~~~~~~ closing
struct CaretText {
    /// A stretch and its name.
    struct Mark {
        /// In UTF-8 bytes of the text. An empty one gets a caret of its own.
        var range: Range<Int>
        var name: String
        var tone: Style.Tone
    }

    /// How it looks.
    let style: Style
    /// How many columns a line may take, with what stands before it.
    let columns: Int

    /// How many lines are shown of a text where nothing is marked, and around marks.
    private static let plainLines = 6

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
        /// The line's number, or nil when it goes on from the segment before.
        var number: Int?
    }

    // MARK: Texts with numbered lines

    /// The lines of a text that have marks, with those beside them, numbered.
    func numbered(_ text: String, _ marks: [Mark], indent: String) -> String {
        let lines = Self.lines(text)
        let shown = shown(lines, marks)
        let digits = max(2, String(lines.count).count)
        let margin = indent + String(repeating: " ", count: digits) + " | "
        var output = ""
        var last = -1
        for index in shown {
            if index > last + 1 { output += skipped(index - last - 1, margin) }
            last = index
            for segment in segments(lines[index], width: columns - DisplayWidth.of(margin)) {
                let number = segment.number.map(String.init) ?? ""
                let pad = String(repeating: " ", count: digits - number.count)
                output +=
                    indent + style.paint(pad + number + " |", .faint) + " " + rendered(segment, marks, margin)
            }
        }
        if last < lines.count - 1 { output += skipped(lines.count - 1 - last, margin) }
        return output
    }

    private func skipped(_ count: Int, _ margin: String) -> String {
        let dots = String(margin.dropLast(2)) + "  … \(count) more line\(count == 1 ? "" : "s")"
        return style.paint(dots, .faint) + "\n"
    }

    private func shown(_ lines: [Segment], _ marks: [Mark]) -> [Int] {
        if lines.count <= Self.plainLines { return Array(lines.indices) }
        var shown: Set<Int> = []
        for (index, line) in lines.enumerated() where marks.contains(where: { Self.meets($0, line.range) }) {
            for near in max(0, index - 1)...min(lines.count - 1, index + 1) { shown.insert(near) }
        }
        return shown.isEmpty ? Array(0..<Self.plainLines) : shown.sorted()
    }

    // MARK: Text under a heading

    /// A text without numbers behind a heading, as `when | a and b`.
    func headed(_ heading: String, _ text: String, _ marks: [Mark], indent: String) -> String {
        let margin = indent + String(repeating: " ", count: DisplayWidth.of(heading)) + " | "
        var output = ""
        for line in Self.lines(text) {
            for segment in segments(line, width: columns - DisplayWidth.of(margin)) {
                let start = output.isEmpty ? indent + style.paint(heading + " |", .faint) + " " : nil
                output += (start ?? paintedMargin(margin)) + rendered(segment, marks, margin)
            }
        }
        return output
    }

    private func paintedMargin(_ margin: String) -> String {
        style.paint(String(margin.dropLast()), .faint) + " "
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
        var number = line.number
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
                Segment(cells: Array(rest[..<end]), range: first...max(first, last), number: number))
            number = nil
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
        let width = columns - DisplayWidth.of(margin)
        for row in rows(segment, width: width, marks.filter { Self.meets($0, segment.range) }) {
            var line = ""
            var column = 0
            for piece in row {
                line +=
                    String(repeating: " ", count: max(0, piece.column - column))
                    + style.paint(piece.text, piece.tone)
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
