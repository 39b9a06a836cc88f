import IlkFraming
import IlkHTTP

/// The symbols that were used often and are no longer used, with the evidence.
struct RegressionListView {
    struct Row {
        let symbol: String
        let isNew: Bool
        let lastUsed: String
        let before: String
        let recent: Int
        let expected: String
        let probability: String
        /// The evidence as a sentence.
        let evidence: String
    }

    let day: String
    let periods: String
    let rows: [Row]
    let canCheck: Bool
    /// The text that the page shows if the list is empty.
    let nothing: String

    /// - Parameters:
    ///   - result: The flagged symbols, or the problem of the request for them.
    ///   - canCheck: `true` if the person may run the check.
    init(_ result: Result<JSONTree, Problem>, canCheck: Bool) {
        switch result {
        case .success(let json):
            let day = json["day"]?.string ?? ""
            self.day = day
            let (previous, recent) = (json["previousFrom"]?.string ?? "", json["recentFrom"]?.string ?? "")
            periods =
                "The recent days are \(recent) to \(day), compared with the days from \(previous) on."
            rows = (json["items"]?.elements ?? []).map(Row.init)
            self.canCheck = canCheck
            nothing = "No symbol is flagged, or the day was not checked."
        case .failure(let problem):
            (day, periods, rows, self.canCheck) = ("", "", [], false)
            nothing = PageText.sentence(problem.detail) + "."
        }
    }
}

extension RegressionListView.Row {
    fileprivate init(_ json: JSONTree) {
        symbol = json["symbol_id"]?.string ?? ""
        isNew = json["is_new"]?.bool == true
        lastUsed = json["last_used_date"]?.string ?? ""
        let (uses, days) = (json["previous_frequency"]?.integer ?? 0, json["previous_days"]?.integer ?? 0)
        before = "\(PageText.counted(uses, "use")) on \(PageText.counted(days, "day"))"
        recent = json["recent_frequency"]?.integer ?? 0
        let number = json["expected"]?.double ?? 0
        expected = ChartView.place(number)
        let chance = json["probability"]?.double ?? 0
        probability = PageText.percent(chance)
        evidence =
            "After \(before), about \(ChartView.place(number)) recent uses were expected. There "
            + "were \(json["recent_frequency"]?.integer ?? 0). The probability that this is chance is "
            + "\(PageText.percent(chance))."
    }
}
