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
        let labels: [String]
        let canWithdraw: Bool
    }

    struct Unexplained {
        let reason: String
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
    let unexplained: Unexplained?
    let correction: Correction?
    let history: [Change]
    let hasHistory: Bool

    /// - Parameters:
    ///   - details: The entry with its corrections.
    ///   - explanation: The explanation, or the problem of the request for it.
    ///   - labels: The labels that the person may choose, or none.
    init(_ details: JSONTree, _ explanation: Result<JSONTree, Problem>, taxonomy: String, labels: [String]) {
        let entry = details["entry"] ?? .null
        self.taxonomy = taxonomy
        id = entry["id"]?.string ?? ""
        shortID = entry["shortID"]?.string ?? ""
        iso = entry["timestamp"]?.string ?? ""
        time = PageText.time(iso) + " UTC"
        let several = entry["categories"]?.strings ?? []
        let label =
            several.isEmpty ? entry["category"]?.string ?? "No label" : several.joined(separator: ", ")
        self.label = label
        predicted = entry["classified"]?.string ?? "no label"
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
            unexplained = Unexplained(reason: problem.detail)
        }
        let offered = labels.filter { $0 != label }
        let isCorrected = entry["correction"]?["category"] != nil
        correction =
            offered.isEmpty || offered.count > LogPages.maximumLabels
            ? nil : Correction(labels: offered, canWithdraw: isCorrected)
        history = (details["history"]?.elements ?? []).map { change in
            let all = change["categories"]?.strings ?? []
            return Change(
                time: PageText.time(change["timestamp"]?.string),
                label: all.isEmpty ? change["category"]?.string ?? "withdrawn" : all.joined(separator: ", "),
                source: change["source"]?.string ?? "", author: change["author"]?.string ?? "")
        }
        hasHistory = !history.isEmpty
    }
}

extension JSONTree {
    /// The entry with the predicted label in place of the human one.
    fileprivate var withClassified: JSONTree {
        guard case .object(let fields) = self else { return self }
        return .object(
            fields.map { $0.name == "category" ? JSONTreeField("category", self["classified"] ?? .null) : $0 }
        )
    }
}
