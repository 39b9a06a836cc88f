/// A chart with shares from 0 to 100 % on both axes.
struct SharePlane {
    /// A bar of a histogram.
    struct Bar {
        let from: Double
        let to: Double
        let height: Double
        let tip: String
    }

    let across: String
    var bars: [Bar] = []
    var points: [(x: Double, y: Double)] = []
    /// `true` to draw the diagonal, on which both shares are equal.
    var hasDiagonal = false
    /// The highest share of the vertical axis.
    var highest = 1.0

    private static let (side, left, top, bottom) = (440, 64, 12, 392)

    /// - Parameters:
    ///   - id: The name of the chart on the page.
    ///   - heading: The title.
    ///   - columns: The columns of the table.
    ///   - rows: The rows of the table, with the numbers of the chart.
    func chart(
        _ id: String, _ heading: String, _ summary: String, columns: [String], rows: [ChartView.Row]
    ) -> ChartView {
        var chart = ChartView(
            id: id, heading: heading, summary: summary, width: Self.left + Self.side, height: 452,
            isSquare: true, columns: columns, rows: rows)
        for part in 0...4 {
            let share = Double(part) / 4
            let (column, row) = (Int(x(share)), Int(y(share * highest)))
            chart.grid.append(.init(x1: Self.left, y1: row, x2: Int(x(1)), y2: row))
            chart.labels.append(
                .init(x: Self.left - 6, y: row + 4, anchor: "end", text: PageText.percent(share * highest)))
            chart.labels.append(
                .init(
                    x: column, y: Self.bottom + 18, anchor: part == 4 ? "end" : "middle",
                    text: "\(part * 25) %"))
        }
        chart.labels.append(.init(x: Int(x(0.5)), y: Self.bottom + 42, anchor: "middle", text: across))
        chart.boxes = bars.map { bar in
            .init(
                x: ChartView.place(x(bar.from) + 1), y: ChartView.place(y(bar.height)),
                width: ChartView.place(max(1, x(bar.to) - x(bar.from) - 2)),
                height: ChartView.place(Double(Self.bottom) - y(bar.height)), series: 1, tip: bar.tip)
        }
        if hasDiagonal { chart.lines.append(line([(0, 0), (1, 1)], "ideal")) }
        if !points.isEmpty { chart.lines.append(line(points, "line")) }
        return chart
    }

    private func line(_ points: [(x: Double, y: Double)], _ style: String) -> ChartView.Curve {
        let places = points.map { "\(ChartView.place(x($0.x))),\(ChartView.place(y($0.y)))" }
        return ChartView.Curve(points: places.joined(separator: " "), style: style)
    }

    private func x(_ share: Double) -> Double { Double(Self.left) + share * Double(Self.bottom - Self.top) }

    private func y(_ share: Double) -> Double {
        Double(Self.bottom) - share / highest * Double(Self.bottom - Self.top)
    }
}
