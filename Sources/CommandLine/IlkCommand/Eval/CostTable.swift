import IlkConsole
import IlkLearning

/// The rows of a table of costs by threshold, for text and HTML reports.
enum CostTable {
    static let columns = ["threshold", "cost", "per text", "errors", "abstentions"]

    /// Returns a row for the current thresholds, for some fixed thresholds and for the cheapest threshold.
    static func rows(_ sweep: CostSweep) -> [[String]] {
        [row("current", sweep.current, sweep)]
            + sweep.points.map { row($0.threshold.map { "\($0)" } ?? "abstain on all", $0, sweep) }
            + [row("cheapest", sweep.cheapest, sweep)]
    }

    private static func row(_ name: String, _ point: CostSweep.Point, _ sweep: CostSweep) -> [String] {
        [
            name, cost(point.cost), cost(point.cost / Double(max(1, sweep.texts))),
            DecimalText.grouped(point.errors), DecimalText.grouped(point.abstentions),
        ]
    }

    /// Returns a sentence about the cheapest threshold, and the options of `ilk classify`. The threshold is
    /// printed with all digits, because a rounded threshold could accept other predictions.
    static func sentence(_ sweep: CostSweep) -> String {
        let cheapest = sweep.cheapest
        let outcome =
            "cost \(cost(cheapest.cost)), \(DecimalText.counted(cheapest.errors, "error")), "
            + DecimalText.counted(cheapest.abstentions, "abstention")
        guard let threshold = cheapest.threshold else {
            return "Abstaining on all texts is cheapest: \(outcome)."
        }
        return "The cheapest threshold is \(threshold): \(outcome).\n"
            + "ilk classify --threshold \(threshold)"
    }

    private static func cost(_ cost: Double) -> String { DecimalText.fixed(cost, 2) }
}
