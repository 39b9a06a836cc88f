import IlkFraming
import IlkHTTP

/// A job with its progress, or with its report.
struct JobView {
    struct Report {
        /// The result in words.
        let rows: [Pair]
        /// All values of the result.
        let figures: [Pair]
    }

    private static let maximumRows = 80

    let path: String
    let back: String
    let state: String
    let phase: String?
    let created: String
    let origin: String
    let ended: String?
    let isOpen: Bool
    /// The length of the bar, 0 to 100.
    let width: String
    let error: String?
    let report: Report?

    init(_ json: JSONTree, taxonomy: String) {
        let id = json["id"]?.string ?? ""
        back = "/ui" + PagePath.path("review", taxonomy)
        path = back + "/jobs" + PagePath.path(id)
        state = json["state"]?.string ?? ""
        created = PageText.time(json["created"]?.string) + " UTC"
        origin = json["token"]?.string ?? json["schedule"]?.string ?? "the server"
        ended = (json["ended"]?.string).map { PageText.time($0) + " UTC" }
        isOpen = ended == nil
        phase = isOpen ? json["phase"]?.string : nil
        width = ChartView.place((json["fraction"]?.double ?? 0) * 100)
        error = json["error"]?.string
        report = json["result"].map { result in
            var figures: [Pair] = []
            Self.add(result, "", to: &figures)
            return Report(rows: Self.rows(result), figures: figures)
        }
    }

    /// Returns the outcome of a retraining in words.
    static func summary(_ result: JSONTree?) -> String {
        let reason = result?["reason"]?.string ?? ""
        guard let version = result?["version"]?.string else { return reason }
        return
            "Version \(version) is \(result?["isPromoted"]?.bool == true ? "active" : "a candidate"). \(reason)"
    }

    private static func rows(_ result: JSONTree) -> [Pair] {
        var rows = [Pair("Result", summary(result))]
        if let learned = result["learned"]?.integer, let all = result["corrections"]?.integer {
            rows.append(Pair("Learned", "\(learned) of \(PageText.counted(all, "correction"))"))
        }
        let changes = (result["changedPredictions"]?.elements ?? []).map { change in
            let (from, to) = (change["from"]?.string ?? "no label", change["to"]?.string ?? "no label")
            return "\(from) to \(to): \(change["texts"]?.integer ?? 0)"
        }
        if !changes.isEmpty {
            rows.append(Pair("Changed predictions", changes.joined(separator: ", ")))
        }
        for sample in result["gate"]?["samples"]?.elements ?? [] {
            let comparison = sample["comparison"]
            let before = PageText.counted(comparison?["onlyFirstRight"]?.integer ?? 0, "text")
            let after = comparison?["onlySecondRight"]?.integer ?? 0
            rows.append(
                Pair(
                    "On the \(sample["name"]?.string ?? "sample")",
                    "\(before) correct only before, \(after) only now"))
        }
        return rows
    }

    /// Adds a row for each value. Its name is the path of the value in the result.
    private static func add(_ json: JSONTree, _ name: String, to rows: inout [Pair]) {
        guard rows.count < maximumRows else { return }
        switch json {
        case .object(let fields):
            for field in fields {
                add(field.value, name.isEmpty ? field.name : "\(name), \(field.name)", to: &rows)
            }
        case .array(let values):
            let texts = values.compactMap(\.string)
            if !values.isEmpty, texts.count == values.count {
                rows.append(Pair(name, texts.joined(separator: ", ")))
            } else {
                for (place, value) in values.enumerated() { add(value, "\(name) \(place + 1)", to: &rows) }
            }
        case .null: break
        case .bool(let value): rows.append(Pair(name, value ? "yes" : "no"))
        case .integer(let value): rows.append(Pair(name, "\(value)"))
        case .number(let value):
            rows.append(Pair(name, "\((value * 10_000).rounded() / 10_000)"))
        case .string(let value): rows.append(Pair(name, value))
        }
    }
}
