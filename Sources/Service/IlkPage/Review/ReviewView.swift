import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The next text of the review queue.
struct ReviewView {
    struct Item {
        let text: String
        let entry: String
        let origin: String
        /// The labels to choose from, or `nil` if the person may not label texts.
        let choice: LabelChoice?
    }

    struct Retraining {
        let advice: String
        let isAdvised: Bool
    }

    struct Job {
        let path: String
        let created: String
        let state: String
        let result: String
    }

    /// The number of requested texts. The page shows the first of them.
    static let queued = 20
    /// The number of labeled texts in a session from which on the page advises a retraining.
    private static let enough = 20

    let taxonomy: String
    let progress: String
    /// The labeled texts of the session, up to the number from which on a retraining is advised.
    let labeled: Int
    let enough = Self.enough
    let item: Item?
    let retraining: Retraining?
    let jobs: [Job]

    /// - Parameters:
    ///   - queue: The texts to review.
    ///   - labels: The labels of the taxonomy.
    ///   - jobs: The jobs, or the problem of the request for them.
    init(_ visit: Visit, queue: JSONTree, labels: PageLabels, jobs: Result<JSONTree, Problem>) {
        let taxonomy = visit["taxonomy"]
        self.taxonomy = taxonomy
        let items = queue["items"]?.elements ?? []
        let done = visit.session.labeled
        let waiting = items.count < Self.queued ? "\(items.count)" : "\(Self.queued) or more"
        progress = "You labeled \(PageText.counted(done, "text")) in this session; \(waiting) to review."
        labeled = min(done, Self.enough)
        let isReviewer = visit.token.permits(.correct)
        item = items.first.map { Item($0, labels: isReviewer ? labels : nil) }
        let list = try? jobs.get()  // A server without a queue has no jobs.
        self.jobs = Job.retrainings(list ?? .null, taxonomy)
        let canRetrain = visit.token.permits(.train) && list != nil
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
    init(_ json: JSONTree, labels: PageLabels?) {
        let logged = json["entry"] ?? .null
        text = PageText.cut(logged["text"]?.string ?? "", to: 20_000)
        entry = logged["id"]?.string ?? ""
        let count = json["entries"]?.integer ?? 1
        var parts = ["Classified \(PageText.time(logged["timestamp"]?.string)) UTC"]
        if count > 1 { parts.append("\(count) entries have this text, and one label is enough") }
        if json["audit"]?.bool == true { parts.append("drawn at random, to measure the accuracy") }
        origin = parts.joined(separator: "; ") + "."
        let several = logged["categories"]?.strings ?? []
        let predicted = several.isEmpty ? [logged["classified"]?.string].compactMap { $0 } : several
        choice = labels.map {
            LabelChoice($0, scores: logged["scores"], predicted: predicted, hasKeys: true)
        }
    }
}

extension ReviewView.Job {
    /// Returns the newest retrainings of a taxonomy.
    fileprivate static func retrainings(_ json: JSONTree, _ taxonomy: String) -> [ReviewView.Job] {
        (json["items"]?.elements ?? []).filter {
            $0["kind"]?.string == "retrain" && $0["parameters"]?["taxonomy"]?.string == taxonomy
        }.prefix(5).map { job in
            ReviewView.Job(
                path: "/ui" + PagePath.path("review", taxonomy, "jobs", job["id"]?.string ?? ""),
                created: PageText.time(job["created"]?.string), state: job["state"]?.string ?? "",
                result: job["error"]?.string ?? JobView.summary(job["result"]))
        }
    }
}
