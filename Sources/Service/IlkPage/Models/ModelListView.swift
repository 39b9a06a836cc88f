import IlkFraming
import IlkHTTP

/// The versions of a taxonomy, and the predictions measured by corrections.
struct ModelListView {
    struct Version {
        let name: String
        let path: String
        let isActive: Bool
        let isFaulty: Bool
        let created: String
        let accuracy: String
        let why: String
    }

    struct Rollback {
        let taxonomy: String
    }

    struct Figures {
        let charts: [ChartView]
        let matrix: ConfusionView?
        let reviewers: Reviewers?
    }

    struct Reviewers {
        struct Row {
            let name: String
            let texts: Int
            let share: String
        }

        let rows: [Row]
        let disputes: String
    }

    let taxonomy: String
    let taxonomies: [TaxonomyLink]
    let hasTaxonomies: Bool
    let problems: [String]
    let versions: [Version]
    let rollback: Rollback?
    let figures: Figures?

    /// - Parameters:
    ///   - json: The versions.
    ///   - report: The measurement by corrections, or the problem of the request for it.
    ///   - names: The names of all taxonomies.
    ///   - canChange: `true` if the person may change the active version.
    init(
        _ json: JSONTree, _ report: Result<JSONTree, Problem>, taxonomy: String, names: [String],
        canChange: Bool
    ) {
        self.taxonomy = taxonomy
        taxonomies = TaxonomyLink.all(names, chosen: taxonomy, at: "/ui/models")
        hasTaxonomies = !taxonomies.isEmpty
        problems = json["problems"]?.strings ?? []
        let items = json["items"]?.elements ?? []
        versions = items.map { Version($0, taxonomy: taxonomy) }
        rollback = canChange && items.count > 1 ? Rollback(taxonomy: taxonomy) : nil
        if case .success(let json) = report { figures = Figures(json) } else { figures = nil }
    }
}

extension ModelListView.Version {
    fileprivate init(_ json: JSONTree, taxonomy: String) {
        name = json["version"]?.string ?? ""
        path = "/ui" + PagePath.path("models", taxonomy, name)
        isActive = json["isActive"]?.bool ?? false
        isFaulty = json["problem"]?.string != nil
        created = ModelView.created(json) ?? ""
        accuracy = ModelView.accuracy(json["figures"])
        why = json["problem"]?.string ?? json["why"]?.string ?? ""
    }
}

extension ModelListView.Figures {
    /// - Returns: `nil` without corrected texts.
    fileprivate init?(_ report: JSONTree) {
        matrix = ConfusionView(report)
        charts = [("audits", "Accuracy on random texts"), ("chosen", "Accuracy on reviewed texts")].compactMap
        {
            name, heading in
            let points = (report[name]?["blocks"]?.elements ?? []).compactMap {
                block -> (label: String, share: Double, texts: Int)? in
                guard let share = block["share"]?.double else { return nil }
                return (
                    String((block["start"]?.string ?? "").prefix(10)), share, block["texts"]?.integer ?? 0
                )
            }
            return points.count > 1 ? ShareCurve(points: points).chart(name, heading) : nil
        }
        reviewers = ModelListView.Reviewers(report)
        if matrix == nil && charts.isEmpty && reviewers == nil { return nil }
    }
}

extension ModelListView.Reviewers {
    /// - Returns: `nil` without corrected texts.
    fileprivate init?(_ report: JSONTree) {
        rows = (report["authors"]?.elements ?? []).map { author in
            let all = author["predictions"]?["all"]
            return Row(
                name: author["name"]?.string ?? "", texts: all?["texts"]?.integer ?? 0,
                share: (all?["share"]?.double).map(PageText.percent) ?? "")
        }
        guard !rows.isEmpty else { return nil }
        let disputed = report["disputed"]?.integer ?? 0
        let suspected = (report["suspectedAuthor"]?["name"]?.string).map {
            " The labels of \($0) differ from the predictions significantly more often than those of others."
        }
        disputes = "\(PageText.counted(disputed, "text")) with different labels." + (suspected ?? "")
    }
}

/// The corrected texts by human and by predicted label.
struct ConfusionView {
    struct Cell {
        let count: Int
        /// The class of the cell, or an empty text.
        let style: String
    }

    struct Row {
        let name: String
        let cells: [Cell]
    }

    /// The number of labels up to which a matrix is readable.
    private static let maximumLabels = 30

    let columns: [String]
    let rows: [Row]

    /// - Parameter report: The measurement by corrections.
    /// - Returns: `nil` without corrected texts, or with too many labels.
    init?(_ report: JSONTree) {
        let labels = report["labels"]?.elements ?? []
        let names = labels.compactMap { $0["label"]?.string }
        guard !names.isEmpty, names.count <= Self.maximumLabels, names.count == labels.count else {
            return nil
        }
        var counts: [String: [String: Int]] = [:]
        for (name, row) in zip(names, labels) {
            counts[name, default: [:]][name] = row["recall"]?["correct"]?.integer
        }
        for confusion in report["confusions"]?.elements ?? [] {
            guard let actual = confusion["actual"]?.string, let predicted = confusion["predicted"]?.string
            else {
                continue
            }
            counts[actual, default: [:]][predicted] = confusion["texts"]?.integer
        }
        columns = names
        rows = names.map { actual in
            Row(
                name: actual,
                cells: names.map { predicted in
                    let count = counts[actual]?[predicted] ?? 0
                    return Cell(count: count, style: count == 0 ? "" : actual == predicted ? "hit" : "miss")
                })
        }
        if rows.allSatisfy({ $0.cells.allSatisfy { $0.count == 0 } }) { return nil }
    }
}
