/// A chart with the share of correct predictions over time.
struct ShareCurve {
    let points: [(label: String, share: Double, texts: Int)]

    func chart(_ id: String, _ heading: String) -> ChartView {
        let lowest = points.map(\.share).min() ?? 0
        var chart = ChartView(
            id: id, heading: heading,
            summary: "\(points.count) periods; the lowest share is \(PageText.percent(lowest)), the last "
                + "\(PageText.percent(points.last?.share ?? 0)).",
            width: ChartView.fullWidth, height: ChartView.fullHeight,
            columns: ["Period from", "Correct", "Texts"],
            rows: points.map { .init(cells: [$0.label, PageText.percent($0.share), "\($0.texts)"]) })
        for percent in [0, 50, 100] {
            let y = Self.y(Double(percent) / 100)
            chart.grid.append(.init(x1: ChartView.left, y1: Int(y), x2: ChartView.right, y2: Int(y)))
            chart.labels.append(
                .init(x: ChartView.left - 6, y: Int(y) + 4, anchor: "end", text: "\(percent) %"))
        }
        let step = Double(ChartView.right - ChartView.left) / Double(max(points.count - 1, 1))
        let named = max(1, (points.count + 5) / 6)
        var places: [String] = []
        for (place, point) in points.enumerated() {
            let x = Double(ChartView.left) + step * Double(place)
            places.append("\(ChartView.place(x)),\(ChartView.place(Self.y(point.share)))")
            if place % named == 0 {
                chart.labels.append(
                    .init(
                        x: Int(x), y: ChartView.bottom + 18, anchor: "middle",
                        text: String(point.label.suffix(5))))
            }
        }
        chart.lines = [.init(points: places.joined(separator: " "), style: "line")]
        return chart
    }

    private static func y(_ share: Double) -> Double {
        Double(ChartView.bottom) - share * Double(ChartView.bottom - ChartView.top)
    }
}
