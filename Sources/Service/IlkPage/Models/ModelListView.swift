import IlkFraming
import IlkHTTP

/// The list of the model versions of a taxonomy, and the accuracy of their predictions for texts that were
/// corrected.
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

        struct Pair {
            let names: String
            let texts: Int
            let agreed: String
            let kappa: String
        }

        let rows: [Row]
        let disputes: String
        let pairs: [Pair]
    }

    let taxonomy: String
    let problems: [String]
    let versions: [Version]
    let canChange: Bool
    let canRollBack: Bool
    let figures: Figures?
    /// `true` if the corrections can be searched for label issues, which multi-label taxonomies do not have.
    let canFindIssues: Bool

    /// - Parameters:
    ///   - json: The versions.
    ///   - report: The accuracy report of the log (`GET /v1/log/{taxonomy}/learning`), or the problem of the
    ///     request for it.
    ///   - set: The taxonomy (`GET /v1/taxonomies/{taxonomy}`), or the problem of the request for it.
    ///   - canChange: `true` if the person may change the active version.
    init(
        _ json: JSONTree, _ report: Result<JSONTree, Problem>, of set: Result<JSONTree, Problem>,
        taxonomy: String, canChange: Bool
    ) {
        self.taxonomy = taxonomy
        problems = json["problems"]?.strings ?? []
        let hasRules = Self.hasRules(set)
        // Without rules, the server refuses to deactivate the model.
        versions = (json["items"]?.elements ?? []).map { Version($0, taxonomy: taxonomy) }
            .filter { hasRules || $0.isActive || $0.name != "none" }
        self.canChange = canChange
        canRollBack = canChange && versions.count > 1
        canFindIssues = !Self.isMultilabel(set)
        if case .success(let json) = report {
            figures = Figures(json, taxonomy: taxonomy)
        } else {
            figures = nil
        }
    }

    private static func isMultilabel(_ set: Result<JSONTree, Problem>) -> Bool {
        guard case .success(let json) = set else { return false }
        return json["multilabel"]?.bool == true
    }

    private static func hasRules(_ set: Result<JSONTree, Problem>) -> Bool {
        guard case .success(let json) = set else { return false }
        return json["hasBuiltInRules"]?.bool == true || json["rules"]?.elements?.isEmpty == false
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
    /// - Returns: `nil` if there are no corrected texts.
    fileprivate init?(_ report: JSONTree, taxonomy: String) {
        matrix = ConfusionView(report, taxonomy: taxonomy)
        let overTime = [("audits", "Accuracy on random texts"), ("chosen", "Accuracy on reviewed texts")]
            .compactMap {
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
        charts = overTime + ConfidenceCharts.all(report)
        reviewers = ModelListView.Reviewers(report)
        if matrix == nil && charts.isEmpty && reviewers == nil { return nil }
    }
}

extension ModelListView.Reviewers {
    /// - Returns: `nil` if there are no corrected texts.
    fileprivate init?(_ report: JSONTree) {
        rows = (report["authors"]?.elements ?? []).map { author in
            let all = author["predictions"]?["all"]
            return Row(
                name: author["name"]?.string ?? "", texts: all?["texts"]?.integer ?? 0,
                share: (all?["share"]?.double).map(PageText.percent) ?? "")
        }
        guard !rows.isEmpty else { return nil }
        pairs = (report["agreements"]?.elements ?? []).map { json in
            let texts = json["texts"]?.integer ?? 0
            let share = Double(json["agreed"]?.integer ?? 0) / Double(max(1, texts))
            return Pair(
                names: (json["reviewers"]?.strings ?? []).joined(separator: " and "), texts: texts,
                agreed: PageText.percent(share),
                kappa: (json["kappa"]?.double).map(PageText.signed) ?? "undefined")
        }
        let disputed = report["disputed"]?.integer ?? 0
        let suspected = (report["suspectedAuthor"]?["name"]?.string).map {
            " The labels of \($0) differ from the predictions significantly more often than other labels."
        }
        disputes =
            "\(PageText.counted(disputed, "text")) got different labels from different reviewers."
            + (suspected ?? "")
    }
}
