/// The plot area of an SVG chart: two numeric axes with tick marks, and the shapes between them.
package struct ChartPlane {
    package struct Axis {
        /// The name of the quantity on the axis.
        package var title: String
        /// The lower bound of the axis.
        package var lower: Double
        /// The upper bound, greater than `lower`.
        package var upper: Double
        /// The positions of the tick marks.
        package var marks: [Double]
        /// Returns the text of a tick mark.
        package var name: (Double) -> String

        package init(
            title: String, lower: Double, upper: Double, marks: [Double], name: @escaping (Double) -> String
        ) {
            self.title = title
            self.lower = lower
            self.upper = upper
            self.marks = marks
            self.name = name
        }

        /// Creates an axis for fractions of one, shown as percentages from 0 to `upper`.
        package static func percent(_ title: String, upper: Double = 1) -> Axis {
            let step = upper > 0.5 ? 0.2 : upper > 0.2 ? 0.1 : upper > 0.1 ? 0.05 : upper > 0.04 ? 0.02 : 0.01
            let count = Int((upper / step).rounded(.down))
            return Axis(
                title: title, lower: 0, upper: upper, marks: (0...max(1, count)).map { Double($0) * step }
            ) { DecimalText.fixed($0 * 100, 0) + "%" }
        }
    }

    private let across: Axis
    private let up: Axis
    private var shapes: [String] = []
    /// The horizontal position at which the last mark name ends, for each of three rows of names.
    private var markEnds = [-Double.infinity, -.infinity, -.infinity]

    private let width: Double
    /// The width of the space for the tick labels and the title of the vertical axis.
    private let left: Double

    private static let height = 300.0
    private static let bottom = 44.0
    private static let top = 12.0
    private static let right = 24.0

    /// The width of a chart.
    package enum Width: Double {
        /// The width of a chart on a telephone, at which the text is still readable.
        case narrow = 340
        /// The width at which two charts fit side by side.
        case half = 440
        /// The width of a single chart that is scaled to the width of the page.
        case broad = 720
        /// The width of a chart that takes a whole row, for data over many days.
        case whole = 940
    }

    /// Creates an empty plot area.
    package init(across: Axis, up: Axis, width: Width = .half) {
        self.across = across
        self.up = up
        self.width = width.rawValue
        // A digit in the page's 12-pixel font is 7 pixels wide.
        left = max(56, 34 + 7 * Double(up.marks.map { up.name($0).count }.max() ?? 0))
    }

    /// Adds a line through points in the chart color with this index.
    package mutating func addLine(_ points: [(Double, Double)], color: Int, isDashed: Bool = false) {
        guard !points.isEmpty else { return }
        let dashes = isDashed ? " stroke-dasharray=\"7 4\"" : ""
        shapes.append(
            "<polyline points=\"\(path(points))\" fill=\"none\" stroke=\"var(--c\(color % 4))\" stroke-width=\"2\"\(dashes)/>"
        )
    }

    /// Adds the area between lower and upper values, such as a confidence interval.
    ///
    /// - Parameter points: The horizontal position, the lower and the upper value of each point, in ascending
    ///   order of the positions.
    package mutating func addBand(_ points: [(Double, Double, Double)], color: Int) {
        guard !points.isEmpty else { return }
        let edge = points.map { ($0.0, $0.1) } + points.reversed().map { ($0.0, $0.2) }
        shapes.append(
            "<polygon points=\"\(path(edge))\" fill=\"var(--c\(color % 4))\" fill-opacity=\"0.16\"/>")
    }

    /// Adds a point with its interval and a tooltip.
    package mutating func addPoint(
        _ point: (Double, Double), from lower: Double, to upper: Double, color: Int, says: String
    ) {
        let (place, ink) = (x(point.0), "var(--c\(color % 4))")
        shapes.append(
            """
            <g><title>\(HTMLPage.escaped(says))</title>\
            <line x1="\(place)" y1="\(y(lower))" x2="\(place)" y2="\(y(upper))" stroke="\(ink)" \
            stroke-opacity="0.45"/><circle cx="\(place)" cy="\(y(point.1))" r="4" fill="\(ink)"/></g>
            """)
    }

    /// Adds a vertical line with a name at the top and a tooltip. If a name would overlap the previous one,
    /// it moves to the next of three rows, or is omitted if there is no room.
    package mutating func addMark(at place: Double, name: String, isDashed: Bool = false, says: String) {
        let line = x(place)
        let dashes = isDashed ? " stroke-dasharray=\"3 3\"" : ""
        var label = ""
        // A character of the 12-pixel font is at most 7 pixels wide.
        let start = left + share(place, across) * plotWidth + 3
        let end = start + 7 * Double(name.count)
        let row = markEnds.firstIndex { $0 < start }
        if let row, end <= width || row == 0 {
            markEnds[row] = end
            label = "<text x=\"\(Self.number(min(start, width - 7 * Double(name.count))))\" "
            label += "y=\"\(Self.number(Self.top + 11 + 13 * Double(row)))\">\(HTMLPage.escaped(name))</text>"
        }
        shapes.append(
            """
            <g><title>\(HTMLPage.escaped(says))</title>\
            <line class="mark" x1="\(line)" y1="\(Self.number(Self.top))" x2="\(line)" y2="\(y(up.lower))"\(dashes)/>\
            \(label)</g>
            """)
    }

    /// Adds a dashed reference line between two points.
    package mutating func addReferenceLine(from start: (Double, Double), to end: (Double, Double)) {
        shapes.append(
            "<line class=\"ideal\" x1=\"\(x(start.0))\" y1=\"\(y(start.1))\" x2=\"\(x(end.0))\" y2=\"\(y(end.1))\"/>"
        )
    }

    /// Adds a bar from the bottom with a tooltip.
    package mutating func addBar(
        from lower: Double, to upper: Double, height: Double, color: Int, says: String
    ) {
        let first = left + share(lower, across) * plotWidth + 1
        let second = left + share(upper, across) * plotWidth - 1
        let high = share(height, up) * Self.plotHeight
        shapes.append(
            """
            <rect x="\(Self.number(first))" y="\(Self.number(Self.top + Self.plotHeight - high))" \
            width="\(Self.number(max(1, second - first)))" height="\(Self.number(high))" \
            fill="var(--c\(color % 4))" fill-opacity="0.75"><title>\(HTMLPage.escaped(says))</title></rect>
            """)
    }

    /// Returns the chart as an HTML element.
    ///
    /// - Parameters:
    ///   - label: The description for screen readers.
    ///   - names: The legend of the lines in order of their colors; empty for no legend.
    package func svg(label: String, names: [String] = []) -> String {
        var svg = """
            <svg viewBox="0 0 \(Self.number(width)) \(Self.number(Self.height))" \
            width="\(Self.number(width))" role="img" aria-label="\(HTMLPage.escaped(label))">

            """
        for mark in across.marks {
            svg += "<text x=\"\(x(mark))\" y=\"\(Self.number(Self.height - 26))\" text-anchor=\"middle\">"
            svg += "\(HTMLPage.escaped(across.name(mark)))</text>\n"
        }
        for mark in up.marks {
            svg += "<line class=\"axis\" x1=\"\(Self.number(left))\" y1=\"\(y(mark))\" "
            svg += "x2=\"\(Self.number(width - Self.right))\" y2=\"\(y(mark))\"/>\n"
            svg += "<text x=\"\(Self.number(left - 6))\" y=\"\(y(mark))\" text-anchor=\"end\" "
            svg += "dominant-baseline=\"middle\">\(HTMLPage.escaped(up.name(mark)))</text>\n"
        }
        svg += shapes.joined(separator: "\n") + "\n" + titles() + legend(names)
        return svg + "</svg>"
    }

    private func titles() -> String {
        let middle = Self.number(left + plotWidth / 2)
        let side = Self.number(Self.top + Self.plotHeight / 2)
        return """
            <text x="\(middle)" y="\(Self.number(Self.height - 6))" text-anchor="middle">\
            \(HTMLPage.escaped(across.title))</text>
            <text x="14" y="\(side)" text-anchor="middle" transform="rotate(-90 14 \(side))">\
            \(HTMLPage.escaped(up.title))</text>

            """
    }

    private func legend(_ names: [String]) -> String {
        names.enumerated().map { index, name in
            let line = Self.number(Self.top + 14 + Double(index) * 16)
            return """
                <text x="\(Self.number(left + 26))" y="\(line)">\(HTMLPage.escaped(name))</text>\
                <rect x="\(Self.number(left + 8))" y="\(Self.number(Self.top + 5 + Double(index) * 16))" \
                width="12" height="8" fill="var(--c\(index % 4))"/>

                """
        }.joined()
    }

    private var plotWidth: Double { width - left - Self.right }
    private static var plotHeight: Double { height - top - bottom }

    private func path(_ points: [(Double, Double)]) -> String {
        points.map { "\(x($0.0)),\(y($0.1))" }.joined(separator: " ")
    }

    private func share(_ value: Double, _ axis: Axis) -> Double {
        min(1, max(0, (value - axis.lower) / (axis.upper - axis.lower)))
    }

    private func x(_ value: Double) -> String {
        Self.number(left + share(value, across) * plotWidth)
    }

    private func y(_ value: Double) -> String {
        Self.number(Self.top + (1 - share(value, up)) * Self.plotHeight)
    }

    private static func number(_ value: Double) -> String { DecimalText.fixed(value, 1) }
}
