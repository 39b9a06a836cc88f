import IlkFraming
import IlkHTTP

/// The most frequent templates of debug events.
struct DebugTemplateListView {
    struct Row {
        let template: String
        let count: Int
        let before: Int
        let isNew: Bool
        let isGrowing: Bool
        let first: String
        let last: String
    }

    let hours: String
    let rows: [Row]

    init(_ json: JSONTree, hours: String) {
        self.hours = hours.isEmpty ? "24" : hours
        rows = (json["items"]?.elements ?? []).map { item in
            let text = item["template"]?.string ?? ""
            return Row(
                template: text.isEmpty ? "(all others)" : text, count: item["count"]?.integer ?? 0,
                before: item["before"]?.integer ?? 0, isNew: item["isNew"]?.bool == true,
                isGrowing: item["isNew"]?.bool != true && (item["growth"]?.double ?? 0) >= 3,
                first: PageText.time(item["firstSeen"]?.string), last: PageText.time(item["lastSeen"]?.string)
            )
        }
    }
}
