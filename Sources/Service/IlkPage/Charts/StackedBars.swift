/// A chart with a stacked bar for each period.
struct StackedBars {
    /// The heading of the column of periods, such as `Day`.
    var period = "Day"
    /// The periods, each with the values of all series.
    let days: [(day: String, values: [Int])]
    let series: [String]

    /// - Parameters:
    ///   - id: The name of the chart on the page.
    ///   - heading: The title.
    ///   - noun: The unit of the values in the singular.
    ///   - summary: A sentence about the values, or `nil` for a sentence with their sum and the highest bar.
    func chart(
        _ id: String, _ heading: String, noun: String, summary: String? = nil
    ) -> ChartView {
        let sums = days.map { $0.values.reduce(0, +) }
        let highest = sums.max() ?? 0
        let limit = ChartView.roundLimit(Double(max(highest, 1)))
        let total = sums.reduce(0, +)
        let first = days.first?.day ?? ""
        let unit = period == "Hour" ? "an hour" : "a \(period.lowercased())"
        let standard =
            "\(PageText.counted(total, noun)) from \(first) to \(days.last?.day ?? ""), "
            + "at most \(highest) in \(unit)."
        var chart = ChartView(
            id: id, heading: heading, summary: summary ?? standard, width: ChartView.fullWidth,
            height: ChartView.fullHeight, columns: [period] + series,
            rows: days.map { ChartView.Row(cells: [$0.day] + $0.values.map(String.init)) })
        if series.count > 1 {
            chart.legend = series.enumerated().map { .init(name: $1, series: Self.color($0)) }
        }
        addScale(limit, to: &chart)
        addBars(limit, to: &chart)
        return chart
    }

    private static func color(_ place: Int) -> Int { place % 8 + 1 }

    private func addScale(_ limit: Double, to chart: inout ChartView) {
        for part in 0...2 {
            let share = Double(part) / 2
            let y = ChartView.bottom - Int(share * Double(ChartView.bottom - ChartView.top))
            chart.grid.append(.init(x1: ChartView.left, y1: y, x2: ChartView.right, y2: y))
            let value = limit * share
            let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
            chart.labels.append(.init(x: ChartView.left - 6, y: y + 4, anchor: "end", text: text))
        }
    }

    private func addBars(_ limit: Double, to chart: inout ChartView) {
        let step = Double(ChartView.right - ChartView.left) / Double(max(days.count, 1))
        let scale = Double(ChartView.bottom - ChartView.top) / limit
        let named = max(1, (days.count + 5) / 6)
        for (place, (day, values)) in days.enumerated() {
            let x = Double(ChartView.left) + step * Double(place)
            var y = Double(ChartView.bottom)
            for (index, value) in values.enumerated() where value > 0 {
                let height = Double(value) * scale
                y -= height
                chart.boxes.append(
                    .init(
                        x: ChartView.place(x + step * 0.1), y: ChartView.place(y),
                        width: ChartView.place(step * 0.8), height: ChartView.place(height),
                        series: Self.color(index), tip: "\(day), \(series[index]): \(value)"))
            }
            if place % named == 0 {
                chart.labels.append(
                    .init(
                        x: Int(x + step / 2), y: ChartView.bottom + 18, anchor: "middle",
                        text: String(day.dropFirst(5))))
            }
        }
    }
}
