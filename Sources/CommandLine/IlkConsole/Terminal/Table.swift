import IlkVocabulary

/// A table whose columns line up on a terminal, for text in any script.
package struct Table: Sendable {
    /// The alignment of a column.
    package enum Alignment: Sendable {
        case left
        case right
    }

    package struct Column: Sendable {
        package var title: String
        package var alignment: Alignment
        /// The maximum width in terminal columns, or `nil` for no limit. Longer cells are cut.
        package var maxWidth: Int?
        /// The minimum width in terminal columns, or `nil` to never cut cells to fit the table. Columns are
        /// dropped only if the table is still too wide at these widths.
        package var minWidth: Int?
        package var tone: Style.Tone?
        /// The priority for dropping the column if the table is too wide: the column with the highest number
        /// is dropped first, and a column with 0 is never dropped.
        package var dispensability: Int

        package init(
            _ title: String, _ alignment: Alignment = .left, maxWidth: Int? = nil, minWidth: Int? = nil,
            tone: Style.Tone? = nil, dispensability: Int = 0
        ) {
            self.title = title
            self.alignment = alignment
            self.maxWidth = maxWidth
            self.minWidth = minWidth
            self.tone = tone
            self.dispensability = dispensability
        }
    }

    private var columns: [Column]
    private var rows: [[String]] = []

    package init(_ columns: [Column]) {
        self.columns = columns
        // Titles can be labels of a model, which come from its training texts.
        for index in columns.indices { self.columns[index].title = VisibleText.oneLine(columns[index].title) }
    }

    /// Returns the terminal columns that remain for one more cell at the end of each row. May be negative.
    ///
    /// - Parameters:
    ///   - rows: The other cells of each row.
    ///   - titles: The titles of the columns.
    ///   - width: The width of the terminal.
    package static func room(behind rows: [[String]], titles: [String], within width: Int) -> Int {
        titles.indices.reduce(width) { room, column in
            room - 2 - (rows.map { DisplayWidth.of($0[column]) } + [titles[column].count]).reduce(0, max)
        }
    }

    /// Appends a row with one cell per column. Missing cells are empty. Control characters in cells are made
    /// visible, and each cell is put on one line.
    package mutating func add(_ cells: [String]) {
        precondition(cells.count <= columns.count, "a row has more cells than there are columns")
        var row: [String] = []
        row.reserveCapacity(columns.count)
        for (index, column) in columns.enumerated() {
            let line = index < cells.count ? VisibleText.oneLine(cells[index]) : ""
            row.append(column.maxWidth.map { DisplayWidth.truncated(line, to: $0) } ?? line)
        }
        rows.append(row)
    }

    /// Returns the lines of the table, fitted to the width of a terminal. Empty columns with a
    /// ``Column/dispensability`` above 0 are always dropped. If the table is too wide even at minimum widths,
    /// further columns are dropped, the most dispensable first. Then cells are cut.
    package func rendered(_ style: Style, within width: Int) -> String {
        var table = self
        let empty = columns.indices.filter { index in
            columns[index].dispensability > 0 && rows.allSatisfy { $0[index].isEmpty }
        }
        for index in empty.reversed() where !rows.isEmpty { table.remove(column: index) }
        while table.leastWidth() > width {
            let candidates = table.columns.indices.filter { table.columns[$0].dispensability > 0 }
            let next = candidates.max {
                (table.columns[$0].dispensability, $0) < (table.columns[$1].dispensability, $1)
            }
            guard let next else { break }
            table.remove(column: next)
        }
        if width < .max { table.cut(to: width) }
        return table.rendered(style)
    }

    private mutating func remove(column: Int) {
        columns.remove(at: column)
        for row in rows.indices { rows[row].remove(at: column) }
    }

    /// Cuts cells, the widest column first, until the table fits or all columns have their minimum width.
    private mutating func cut(to width: Int) {
        var widths = contentWidths()
        var excess = widths.reduce(2 * (columns.count - 1), +) - width
        while excess > 0 {
            let widest = columns.indices.filter { widths[$0] > leastWidth(of: $0) }
                .max { (widths[$0], $0) < (widths[$1], $1) }
            guard let widest else { break }
            widths[widest] -= 1
            excess -= 1
        }
        for row in rows.indices {
            for index in columns.indices where columns[index].minWidth != nil {
                rows[row][index] = DisplayWidth.truncated(rows[row][index], to: widths[index])
            }
        }
    }

    /// Returns the width of each column's content in terminal columns.
    private func contentWidths() -> [Int] {
        columns.indices.map { index in
            rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, DisplayWidth.of($1[index])) }
        }
    }

    /// Returns the minimum width of the table in terminal columns.
    private func leastWidth() -> Int {
        contentWidths().enumerated().reduce(max(0, 2 * (columns.count - 1))) { sum, width in
            sum + min(width.element, leastWidth(of: width.offset))
        }
    }

    /// Returns the minimum width of a column: at least the width of its title, or `Int.max` if its cells are
    /// never cut.
    private func leastWidth(of column: Int) -> Int {
        columns[column].minWidth.map { max($0, DisplayWidth.of(columns[column].title)) } ?? .max
    }

    /// Returns the lines of the table, each with a final line feed. The titles are omitted if all are empty.
    package func rendered(_ style: Style) -> String {
        let titles = columns.map(\.title)
        let hasTitles = titles.contains { !$0.isEmpty }
        let widths = contentWidths()
        var text = hasTitles ? line(titles, widths, style) { _ in .heading } : ""
        for row in rows { text += line(row, widths, style) { columns[$0].tone } }
        return text
    }

    private func line(
        _ cells: [String], _ widths: [Int], _ style: Style, tone: (Int) -> Style.Tone?
    ) -> String {
        var line = ""
        var gap = 0
        for (index, cell) in cells.enumerated() {
            let padding = widths[index] - DisplayWidth.of(cell)
            let isRight = columns[index].alignment == .right
            if isRight { gap += padding }
            if !cell.isEmpty {
                if gap > 0 { line += String(repeating: " ", count: gap) }
                line += tone(index).map { style.paint(cell, $0) } ?? cell
                gap = 0
            }
            gap += (isRight ? 0 : padding) + 2
        }
        return line + "\n"
    }
}
