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

    struct Check {
        let day: String
    }

    let tabs: [PageTab]
    let hasTabs = true
    let day: String
    let periods: String
    let rows: [Row]
    let hasRows: Bool
    let check: Check?
    /// The reason for a page without a list.
    let nothing: String

    /// - Parameters:
    ///   - result: The flagged symbols, or the problem of the request for them.
    ///   - canCheck: `true` if the person may run the check.
    init(tabs: [PageTab], _ result: Result<JSONTree, Problem>, canCheck: Bool) {
        self.tabs = tabs
        switch result {
        case .success(let json):
            let day = json["day"]?.string ?? ""
            self.day = day
            let (previous, recent) = (json["previousFrom"]?.string ?? "", json["recentFrom"]?.string ?? "")
            periods =
                "The recent days are \(recent) to \(day), compared with the days from \(previous) on."
            rows = (json["items"]?.elements ?? []).map(Row.init)
            check = canCheck ? Check(day: day) : nil
            nothing = "No symbol is flagged, or the day was not checked."
        case .failure(let problem):
            (day, periods, rows, check) = ("", "", [], nil)
            nothing = PageText.sentence(problem.detail) + "."
        }
        hasRows = !rows.isEmpty
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
            "It was used \(before), so about \(ChartView.place(number)) recent uses were expected. There "
            + "were \(json["recent_frequency"]?.integer ?? 0), which is chance with a probability of "
            + "\(PageText.percent(chance))."
    }
}

/// Usage events, newest first.
struct UsageEventListView {
    struct Row {
        let time: String
        let type: String
        let text: String
        let detail: String
        let language: String
        let session: String
    }

    let tabs: [PageTab]
    let hasTabs = true
    let q: String
    let since: String
    let until: String
    let isFiltered: Bool
    let rows: [Row]
    let hasRows: Bool
    let next: String?

    /// - Parameter query: The parameters of the address.
    init(tabs: [PageTab], _ query: [Pair], _ page: JSONTree) {
        self.tabs = tabs
        func value(_ name: String) -> String { query.first { $0.key == name }?.value ?? "" }
        (q, since, until) = (value("q"), value("since"), value("until"))
        isFiltered = query.contains { !$0.value.isEmpty }
        rows = (page["items"]?.elements ?? []).map(Row.init)
        hasRows = !rows.isEmpty
        next = Visit.next(page, at: "/ui/usage/events", query)
    }
}

extension UsageEventListView.Row {
    fileprivate init(_ json: JSONTree) {
        time = PageText.time(json["timestamp"]?.string)
        type = json["type"]?.string ?? ""
        language = json["language_setting"]?.string ?? ""
        session = String((json["session_id"]?.string ?? "").suffix(8))
        if let phrase = json["phrase"]?.string {
            text = phrase
            let seconds = (json["construction_time_ms"]?.double).map { ChartView.place($0 / 1000) } ?? ""
            let edits = json["edits_made"]
            let changes = (edits?["removed"]?.integer ?? 0) + (edits?["reordered"]?.integer ?? 0)
            detail =
                "\(PageText.counted(json["final_phrase_length"]?.integer ?? 0, "symbol")), \(seconds) s, "
                + PageText.counted(changes, "edit")
        } else {
            text = json["symbol_label_displayed"]?.string ?? json["symbol_id"]?.string ?? ""
            detail = json["category_path"]?.string ?? ""
        }
    }
}
