import Testing

@testable import IlkConsole

@Suite("Charts") struct ChartPlaneTests {
    /// 2026-11-26T22:00:00Z.
    private static let evening = 1_795_730_400.0

    @Test(
        arguments: [
            (0.0, "2026-11-26, UTC", ["21:59:30", "21:59:45", "22:00:00", "22:00:15", "22:00:30"]),
            (10, "2026-11-26, UTC", ["22:00:00", "22:00:05", "22:00:10"]),
            (3_600, "2026-11-26, UTC", ["22:00", "22:15", "22:30", "22:45", "23:00"]),
            (21_600, "UTC", ["11-27 00:00", "11-27 03:00"]),
            (10 * 86_400, "UTC", ["11-27", "12-01", "12-05"]),
            (1_000 * 86_400, "UTC", ["2026-12-18", "2027-12-18", "2028-12-17"]),
        ] as [(Double, String, [String])])
    func `an axis of time has marks at whole units`(length: Double, title: String, names: [String]) {
        let axis = ChartPlane.Axis.time(Self.evening...(Self.evening + length), marks: 5)
        #expect(axis.title == title)
        #expect(axis.marks.map(axis.name) == names)
        #expect(axis.lower < axis.upper)
    }

    @Test(arguments: [-1e300...1e300, 0...253_402_300_800, -1e9...0] as [ClosedRange<Double>])
    func `an axis of any times has few marks`(range: ClosedRange<Double>) {
        let axis = ChartPlane.Axis.time(range, marks: 4)
        #expect(axis.marks.count <= 4 && axis.marks.allSatisfy { !axis.name($0).isEmpty })
    }

    private static func plane(marks: [Double]) -> String {
        let axis = ChartPlane.Axis.percent("x")
        var plane = ChartPlane(across: axis, up: axis)
        for (number, place) in marks.enumerated() {
            plane.addMark(at: place, name: "mark <\(number)>", says: "says \(number)")
        }
        return plane.svg(label: "marks")
    }

    @Test func `names of marks that would overlap are in rows, and are left out without room`() {
        let svg = Self.plane(marks: [0.1, 0.11, 0.12, 0.13, 0.9])
        let rows = ["mark &lt;0&gt;", "mark &lt;1&gt;", "mark &lt;2&gt;", "mark &lt;4&gt;"].map { name in
            svg.split(separator: "<text ").first { $0.contains(">\(name)<") }?
                .firstMatch(of: #/y="([0-9.]+)"/#).map { String($0.1) }
        }
        #expect(rows == ["23.0", "36.0", "49.0", "23.0"])
        #expect(!svg.contains("mark &lt;3&gt;") && svg.contains("says 3"))
    }

    @Test func `a band is the area between its bounds`() {
        let axis = ChartPlane.Axis.percent("x")
        var plane = ChartPlane(across: axis, up: axis)
        plane.addBand([], color: 0)
        #expect(!plane.svg(label: "x").contains("polygon"))
        plane.addBand([(0, 0.2, 0.4), (1, 0.3, 0.5)], color: 1)
        let points = plane.svg(label: "x").firstMatch(of: #/polygon points="([^"]*)"/#)?.1.split(
            separator: " ")
        #expect(points?.count == 4)
    }
}
