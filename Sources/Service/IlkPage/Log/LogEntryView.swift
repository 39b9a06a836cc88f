import IlkFraming
import IlkHTTP

/// An entry of the log with its explanation and its history.
struct LogEntryView {
    struct Change {
        let time: String
        let label: String
        let source: String
        let author: String
    }

    struct Correction {
        let choice: LabelChoice
        let canWithdraw: Bool
    }

    let taxonomy: String
    let id: String
    let shortID: String
    let iso: String
    let time: String
    let label: String
    let predicted: String
    let model: String
    let text: String
    let verdict: VerdictView?
    let explanation: ExplanationView?
    /// The reason why the page has no explanation, or `nil` if it has one.
    let unexplained: String?
    let correction: Correction?
    let history: [Change]

    /// - Parameters:
    ///   - details: The entry with its corrections.
    ///   - explanation: The explanation, or the problem of the request for it.
    ///   - labels: The labels that the person may choose, or none.
    init(
        _ details: JSONTree, _ explanation: Result<JSONTree, Problem>, taxonomy: String, labels: PageLabels
    ) {
        let entry = details["entry"] ?? .null
        self.taxonomy = taxonomy
        id = entry["id"]?.string ?? ""
        shortID = entry["shortID"]?.string ?? ""
        iso = entry["timestamp"]?.string ?? ""
        time = PageText.time(iso) + " UTC"
        let several = entry["categories"]?.strings ?? []
        let label = entry.label ?? "No label"
        self.label = label
        predicted = entry.classifiedLabel ?? "no label"
        model = String((entry["model"]?.string ?? "none").prefix(12))
        text = entry["text"]?.string ?? ""
        let verdict = entry["scores"].map { _ in VerdictView(entry.withClassified) }
        self.verdict = verdict
        switch explanation {
        case .success(let json):
            self.explanation = ExplanationView(
                text, json, labels: json["taxonomy"]?["categories"]?.strings ?? [],
                first: verdict?.firstLabels ?? [])
            unexplained = nil
        case .failure(let problem):
            self.explanation = nil
            unexplained = problem.detail
        }
        var offered = labels
        if !labels.isMultilabel { offered.names.removeAll { $0 == label } }
        let isCorrected = entry["correction"].map { !$0.isWithdrawal } ?? false
        correction =
            offered.names.isEmpty || offered.names.count > LabelChoice.maximum
            ? nil
            : Correction(choice: LabelChoice(offered, predicted: several), canWithdraw: isCorrected)
        history = (details["history"]?.elements ?? []).map { change in
            Change(
                time: PageText.time(change["timestamp"]?.string),
                label: change.isWithdrawal ? "withdrawn" : change.label ?? "no label",
                source: change["source"]?.string ?? "", author: change["author"]?.string ?? "")
        }
    }
}

extension JSONTree {
    /// `true` if a correction withdraws the earlier corrections of its entry. A correction that says that no
    /// label applies has an empty list of labels.
    fileprivate var isWithdrawal: Bool { self["category"] == nil && self["categories"] == nil }

    /// The entry with the predicted labels in the fields `category` and `categories`, which have the human
    /// labels of a corrected entry.
    fileprivate var withClassified: JSONTree {
        guard case .object(let fields) = self else { return self }
        return .object(
            fields.map { field -> JSONTreeField in
                switch field.name {
                case "category": JSONTreeField("category", self["classified"] ?? .null)
                case "categories": JSONTreeField("categories", self["classifiedCategories"] ?? .null)
                default: field
                }
            })
    }
}
