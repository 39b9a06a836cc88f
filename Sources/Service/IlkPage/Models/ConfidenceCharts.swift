import IlkFraming
import IlkHTTP

/// The charts of the accuracy by probability.
enum ConfidenceCharts {
    /// Returns the reliability diagram and the risk-coverage curve, or no charts if there are no
    /// probabilities.
    ///
    /// - Parameter report: The accuracy report of the log (`GET /v1/log/{taxonomy}/learning`).
    static func all(_ report: JSONTree) -> [ChartView] {
        guard let figures = report["confidence"] else { return [] }
        let texts = PageText.counted(figures["texts"]?.integer ?? 0, "text")
        let sample =
            figures["isOfAudits"]?.bool == true
            ? "\(texts) drawn at random." : "\(texts) that were reviewed, often because they were uncertain."
        return [
            reliability(figures["calibration"], sample), risk(figures["riskCurve"], sample),
        ].compactMap { $0 }
    }

    private static func reliability(_ json: JSONTree?, _ sample: String) -> ChartView? {
        let ranges = (json?["ranges"]?.elements ?? []).filter { $0["texts"]?.integer ?? 0 > 0 }
        guard !ranges.isEmpty else { return nil }
        var plane = SharePlane(across: "probability")
        plane.hasDiagonal = true
        var rows: [ChartView.Row] = []
        for range in ranges {
            let (from, to) = (range["lower"]?.double ?? 0, range["upper"]?.double ?? 0)
            let accuracy = range["accuracy"]?.double ?? 0
            let cells = [
                "\(PageText.percent(from)) to \(PageText.percent(to))",
                PageText.percent(range["meanProbability"]?.double ?? 0), PageText.percent(accuracy),
                "\(range["texts"]?.integer ?? 0)",
            ]
            rows.append(ChartView.Row(cells: cells))
            plane.bars.append(
                .init(
                    from: from, to: to, height: accuracy,
                    tip: "Probability \(cells[0]): \(cells[2]) of \(cells[3]) correct"))
        }
        let error = PageText.percent(json?["expectedError"]?.double ?? 0)
        return plane.chart(
            "reliability", "Reliability: correct predictions by probability",
            "With exact probabilities, all bars end at the diagonal. The mean distance is \(error). "
                + sample,
            columns: ["Probability", "Mean", "Correct", "Texts"], rows: rows)
    }

    private static func risk(_ json: JSONTree?, _ sample: String) -> ChartView? {
        let points = (json?["points"]?.elements ?? []).map { point in
            (
                x: point["coverage"]?.double ?? 0, y: point["risk"]?.double ?? 0,
                threshold: point["threshold"]?.double ?? 0
            )
        }
        guard points.count > 1 else { return nil }
        var plane = SharePlane(across: "share of accepted predictions")
        plane.points = points.map { ($0.x, $0.y) }
        plane.highest = max(0.04, points.map { $0.y }.max() ?? 1)
        let area = PageText.percent(json?["area"]?.double ?? 0)
        return plane.chart(
            "risk", "Risk and coverage: wrong predictions among the most confident",
            "The mean error rate over all shares is \(area). " + sample,
            columns: ["Accepted", "Wrong", "Probability from"],
            rows: points.map {
                .init(cells: [PageText.percent($0.x), PageText.percent($0.y), PageText.percent($0.threshold)])
            })
    }
}
