import IlkFraming
import IlkHTTP

/// The confusion matrix: the counts of corrected texts by human label (rows) and predicted label (columns).
struct ConfusionView {
    struct Cell {
        let count: Int
        /// The CSS class of the cell, or an empty text.
        let style: String
        /// The path of the log with the texts of the cell, or `nil` if there are none.
        let path: String?
    }

    struct Row {
        let name: String
        let cells: [Cell]
    }

    /// The maximum number of labels of a readable matrix.
    private static let maximumLabels = 30

    let columns: [String]
    let rows: [Row]

    /// - Parameters:
    ///   - report: The accuracy report of the log (`GET /v1/log/{taxonomy}/learning`).
    ///   - taxonomy: The taxonomy of the log.
    /// - Returns: `nil` if there are no corrected texts or too many labels.
    init?(_ report: JSONTree, taxonomy: String) {
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
                    let query = [Pair("category", predicted), Pair("correction", actual)]
                    return Cell(
                        count: count, style: count == 0 ? "" : actual == predicted ? "hit" : "miss",
                        path: count == 0
                            ? nil : PagePath.path("/ui" + PagePath.path("log", taxonomy), query))
                })
        }
        if rows.allSatisfy({ $0.cells.allSatisfy { $0.count == 0 } }) { return nil }
    }
}
