/// A chart as shapes in a coordinate system, and a table with the numbers of the chart.
struct ChartView {
    struct Line {
        let x1: Int
        let y1: Int
        let x2: Int
        let y2: Int
    }

    struct Box {
        let x: String
        let y: String
        let width: String
        let height: String
        /// The number of the color, 1 to 8.
        let series: Int
        let tip: String
    }

    struct Curve {
        let points: String
        let style: String
    }

    struct Label {
        let x: Int
        let y: Int
        let anchor: String
        let text: String
    }

    struct Key {
        let name: String
        let series: Int
    }

    struct Row {
        let cells: [String]
    }

    let id: String
    let heading: String
    let summary: String
    let width: Int
    let height: Int
    /// `true` for a chart with equal width and height.
    var isSquare = false
    var grid: [Line] = []
    var boxes: [Box] = []
    var lines: [Curve] = []
    var labels: [Label] = []
    var legend: [Key] = []
    var columns: [String]
    var rows: [Row]

    /// The borders of the plot area in the coordinate system.
    static let (left, top, right, bottom) = (56, 12, 944, 268)
    static let (fullWidth, fullHeight) = (960, 300)

    /// Returns a number with one decimal, which is enough for a screen.
    static func place(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

    /// Returns a number, rounded up to 1, 2, 5, 10, 20, 50 and so on: `37` → `50`.
    static func roundLimit(_ number: Double) -> Double {
        var unit = 1.0
        while true {
            for step in [1.0, 2, 5] where step * unit >= number { return step * unit }
            unit *= 10
        }
    }
}
