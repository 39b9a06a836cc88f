import IlkFraming
import IlkHTTP

/// The changes through the API, newest first.
struct ChangeListView {
    struct Row {
        let iso: String
        let time: String
        let token: String
        let byToken: String
        let action: String
        let subject: String
        let result: String
        let isGood: Bool
    }

    let rows: [Row]
    let next: String?

    /// - Parameter query: The query parameters of the page's URL.
    init(_ json: JSONTree, _ query: [Pair]) {
        rows = (json["items"]?.elements ?? []).map { item in
            let token = item["token"]?.string ?? ""
            let (status, iso) = (item["status"]?.integer ?? 0, item["time"]?.string ?? "")
            return Row(
                iso: iso, time: PageText.time(iso), token: token,
                byToken: PagePath.path("/ui/system/changes", [Pair("token", token)]),
                action: "\(item["method"]?.string ?? "") \(item["route"]?.string ?? "")",
                subject: item["subject"]?.string ?? "",
                result: (item["problem"]?.string).map { "refused: \($0)" } ?? "done", isGood: status < 400)
        }
        next = PagePath.next(json, at: "/ui/system/changes", query)
    }
}
