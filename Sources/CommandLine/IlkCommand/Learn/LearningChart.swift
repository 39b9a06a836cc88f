import Ilk
import IlkConsole
import IlkLearning

/// Charts of the accuracy over time, with a mark at each change of the active version. One SVG chart is for
/// wide windows, the other for narrow windows.
struct LearningChart {
    let phrases: LearningPhrases

    private var figures: LearningFigures { phrases.report.figures }

    /// The changes of the active version since the first text of the chart.
    private var changes: [(time: Double, period: VersionTimeline.Period)] {
        figures.versions.periods.compactMap { period in
            guard let time = period.start, time >= figures.times?.lowerBound ?? .infinity
            else { return nil }
            return (time, period)
        }
    }

    private var series: [(name: String, color: Int, isDashed: Bool, blocks: [AccuracyOverTime.Block])] {
        [
            ("random texts (audits)", 0, false, figures.audits.blocks),
            ("chosen texts (queue, people)", 1, true, figures.chosen.blocks),
        ].filter { !$0.3.isEmpty }
    }

    /// The charts and their legend. Empty if the report has no points to draw.
    var html: String {
        guard let times = figures.times, !series.isEmpty else { return "" }
        let range = times.lowerBound...max(times.upperBound, changes.map(\.time).max() ?? times.upperBound)
        return "<div class=\"broad\">\(chart(range, .broad, marks: 7))</div>"
            + "<div class=\"narrow\">\(chart(range, .narrow, marks: 4))</div>" + keys
    }

    private func chart(_ range: ClosedRange<Double>, _ width: ChartPlane.Width, marks: Int) -> String {
        // The space above 100 % has the names of the versions.
        var plane = ChartPlane(
            across: .time(range, marks: marks),
            up: .init(title: "correct", lower: 0, upper: 1.2, marks: [0, 0.2, 0.4, 0.6, 0.8, 1]) {
                DecimalText.fixed($0 * 100, 0) + "%"
            }, width: width)
        for (_, color, _, blocks) in series {
            plane.addBand(
                blocks.map {
                    let interval = $0.tally.accuracy.interval()
                    return ($0.middle, interval.lower, interval.upper)
                }, color: color)
        }
        for (time, period) in changes {
            let change = LearningPhrases.change(period)
            plane.addMark(
                at: time, name: period.version, isDashed: period.change == .rollback,
                says: "\(phrases.day(time)): \(period.version), \(change)")
        }
        for (name, color, isDashed, blocks) in series {
            plane.addLine(
                blocks.map { ($0.middle, $0.tally.accuracy.share) }, color: color, isDashed: isDashed)
            for block in blocks {
                let accuracy = block.tally.accuracy
                let interval = accuracy.interval()
                plane.addPoint(
                    (block.middle, accuracy.share), from: interval.lower, to: interval.upper, color: color,
                    says: "\(phrases.day(block.start)) to \(phrases.day(block.end)), \(name): "
                        + "\(accuracy.events) of \(accuracy.trials) correct")
            }
        }
        return plane.svg(label: "Accuracy over time, with changes of the version")
    }

    private var keys: String {
        func key(_ line: String, _ name: String) -> String {
            "<span><svg viewBox=\"0 0 28 12\" width=\"28\" aria-hidden=\"true\"><line \(line)/></svg>"
                + "\(HTMLPage.escaped(name))</span>"
        }
        let horizontal = "x1=\"0\" y1=\"6\" x2=\"28\" y2=\"6\" stroke-width=\"2\""
        let vertical = "class=\"mark\" x1=\"14\" y1=\"0\" x2=\"14\" y2=\"12\""
        var keys = series.map { name, color, isDashed, _ in
            key(
                "\(horizontal) stroke=\"var(--c\(color))\"" + (isDashed ? " stroke-dasharray=\"7 4\"" : ""),
                name)
        }
        let kinds = Set(changes.map(\.period.change))
        if kinds.contains(.promote) { keys.append(key(vertical, "version promoted")) }
        if kinds.contains(.rollback) {
            keys.append(key("\(vertical) stroke-dasharray=\"3 3\"", "rollback"))
        }
        return "<div class=\"keys\">\(keys.joined())</div>"
    }
}
