import IlkFraming
import IlkHTTP

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

    let rows: [Row]
    let next: String?

    /// - Parameter query: The query parameters of the page's URL.
    init(_ query: [Pair], _ page: JSONTree) {
        rows = (page["items"]?.elements ?? []).map(Row.init)
        next = PagePath.next(page, at: "/ui/usage/events", query)
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
