import IlkFraming
import IlkHTTP

/// The label issues: the corrections that disagree with a model trained on the other corrections.
struct LabelIssuesView {
    struct Issue {
        let path: String
        let text: String
        let label: String
        let predicted: String
        let author: String
    }

    let taxonomy: String
    let summary: String
    let issues: [Issue]

    init(_ json: JSONTree, taxonomy: String) {
        self.taxonomy = taxonomy
        let items = json["items"]?.elements ?? []
        let texts = PageText.counted(json["texts"]?.integer ?? 0, "correction")
        summary =
            "A model trained on the other corrections contradicts \(json["issues"]?.integer ?? items.count) of "
            + "\(texts). Most of these have a wrong label, or fit several labels."
        issues = items.map { item in
            Issue(
                path: "/ui" + PagePath.path("log", taxonomy, item["id"]?.string ?? ""),
                text: PageText.cut(item["text"]?.string ?? "", to: 300),
                label: item["label"]?.string ?? "",
                predicted: "\(item["category"]?.string ?? "") "
                    + PageText.percent(item["probability"]?.double ?? 0),
                author: item["author"]?.string ?? "")
        }
    }
}
