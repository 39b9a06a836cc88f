import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The next text of the review queue.
struct ReviewView {
    struct Label {
        let name: String
        let percent: String
        let isPredicted: Bool
        /// The key of the label, or `nil` after the ninth.
        let digit: Int?
    }

    struct Item {
        let text: String
        let entry: String
        let origin: String
        /// The labels to choose from, or `nil` for people who may not label.
        let choice: Choice?
    }

    struct Choice {
        let labels: [Label]
    }

    struct Retraining {
        let advice: String
        let isAdvised: Bool
    }

    struct Jobs {
        struct Row {
            let path: String
            let created: String
            let state: String
            let result: String
        }

        let rows: [Row]
    }

    /// The number of texts that are listed, of which the first is shown.
    static let queued = 20
    /// The number of labels from which on a retraining is advised.
    private static let enough = 20

    let taxonomy: String
    let taxonomies: [TaxonomyLink]
    let hasTaxonomies: Bool
    let progress: String
    let item: Item?
    let retraining: Retraining?
    let jobs: Jobs?

    /// - Parameters:
    ///   - queue: The texts to review.
    ///   - labels: The labels of the taxonomy.
    ///   - logs: The taxonomies with a log.
    ///   - jobs: The jobs, or the problem of the request for them.
    init(_ visit: Visit, queue: JSONTree, labels: [String], logs: [String], jobs: Result<JSONTree, Problem>) {
        let taxonomy = visit["taxonomy"]
        self.taxonomy = taxonomy
        taxonomies = TaxonomyLink.all(logs, chosen: taxonomy, at: "/ui/review")
        hasTaxonomies = !taxonomies.isEmpty
        let items = queue["items"]?.elements ?? []
        let done = visit.session.labeled
        let waiting = items.count < Self.queued ? "\(items.count)" : "\(Self.queued) or more"
        progress = "You labeled \(PageText.counted(done, "text")) in this session; \(waiting) to review."
        let isReviewer = visit.token.permits(.correct)
        item = items.first.map { Item($0, labels: isReviewer ? labels : nil) }
        var list: Jobs?
        if case .success(let json) = jobs { list = Jobs(json, taxonomy: taxonomy) }
        self.jobs = list
        let canRetrain = visit.token.permits(.train) && (try? jobs.get()) != nil  // No jobs without a queue.
        retraining =
            canRetrain
            ? Retraining(
                advice: done >= Self.enough
                    ? "There are enough new labels. A new version becomes active only if it is better."
                    : "Retraining is worthwhile after about \(Self.enough) labels. A new version becomes "
                        + "active only if it is better.",
                isAdvised: done >= Self.enough) : nil
    }
}

extension ReviewView.Item {
    /// - Parameters:
    ///   - json: The row of the queue.
    ///   - labels: The labels that can be chosen, or `nil`.
    init(_ json: JSONTree, labels: [String]?) {
        let logged = json["entry"] ?? .null
        text = PageText.cut(logged["text"]?.string ?? "", to: 20_000)
        entry = logged["id"]?.string ?? ""
        let count = json["entries"]?.integer ?? 1
        var parts = ["Classified \(PageText.time(logged["timestamp"]?.string)) UTC"]
        if count > 1 { parts.append("\(count) entries have this text, and the label applies to all") }
        if json["audit"]?.bool == true { parts.append("drawn at random, to measure the accuracy") }
        origin = parts.joined(separator: "; ") + "."
        let predicted = logged["classified"]?.string
        choice = labels.map { labels in
            ReviewView.Choice(
                labels: labels.prefix(LogPages.maximumLabels).enumerated().map { place, name in
                    ReviewView.Label(
                        name: name, percent: (logged["scores"]?[name]?.double).map(PageText.percent) ?? "",
                        isPredicted: name == predicted, digit: place < 9 ? place + 1 : nil)
                })
        }
    }
}

extension ReviewView.Jobs {
    /// - Returns: `nil` without a retraining of the taxonomy.
    fileprivate init?(_ json: JSONTree, taxonomy: String) {
        let jobs = (json["items"]?.elements ?? []).filter {
            $0["kind"]?.string == "retrain" && $0["parameters"]?["taxonomy"]?.string == taxonomy
        }
        guard !jobs.isEmpty else { return nil }
        rows = jobs.prefix(5).map { job in
            Row(
                path: "/ui" + PagePath.path("review", taxonomy, "jobs", job["id"]?.string ?? ""),
                created: PageText.time(job["created"]?.string), state: job["state"]?.string ?? "",
                result: job["error"]?.string ?? JobView.summary(job["result"]))
        }
    }
}
