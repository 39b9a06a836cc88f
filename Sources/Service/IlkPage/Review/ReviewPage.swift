import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The review of texts one at a time, and the retraining that follows.
struct ReviewPage {
    let pages: Pages

    var routes: [Route] { [start, show, label, undo, retrain, job] }

    private var start: Route {
        pages.page("/ui/review", "openReview", "Open the review of the first log.") { visit in
            try await visit.redirect(toFirstLogOf: "/ui/review")
        }
    }

    private var show: Route {
        pages.page("/ui/review/{taxonomy}", "openReviewQueue", "Show the next text to review.") { visit in
            let taxonomy = visit["taxonomy"]
            let path = PagePath.path(
                "/v1" + PagePath.path("log", taxonomy, "queue"), [Pair("limit", "\(ReviewView.queued)")])
            let view = ReviewView(
                visit, queue: try await visit.get(path), labels: try await visit.labels(taxonomy),
                jobs: try await visit.find("/v1/jobs?limit=50"))
            return visit.html(
                "review", "Review of \(taxonomy)", view,
                links: visit.links(toTaxonomies: try await visit.logs, of: "/ui/review"),
                source: .init(path))
        }
    }

    // MARK: Labels

    private var label: Route {
        pages.form("/ui/review/{taxonomy}", "labelText", "Label or skip a text.") { visit, fields in
            let entry = fields["entry"] ?? ""
            let path = "/v1" + PagePath.path("log", visit["taxonomy"], entry)
            let page = "/ui" + PagePath.path("review", visit["taxonomy"])
            if fields["skip"] != nil {
                try await visit.send("POST", path + "/skip")
                return visit.redirect(
                    to: page, "Skipped. The text is now at the end of the queue.",
                    undo: .init(path: page + "/undo", fields: [Pair("entry", entry)]))
            }
            let done = try await visit.send("POST", path + "/corrections", LabelChoice.correction(fields))
            let correction = done["correction"]?["id"]?.string ?? ""
            return visit.redirect(
                to: page, Self.change(done, to: LabelChoice.chosen(fields) ?? []),
                undo: .init(
                    path: page + "/undo", fields: [Pair("entry", entry), Pair("correction", correction)]),
                labels: 1)
        }
    }

    /// Returns the message about a label, with the effect on the entry.
    private static func change(_ done: JSONTree, to labels: [String]) -> String {
        let before = done["before"]?.strings ?? []
        let effect =
            if before == done["after"]?.strings {
                "The label is unchanged."
            } else if before.isEmpty {
                "Before: no label."
            } else {
                "Before: \(LabelChoice.text(before))."
            }
        return "Labeled: \(LabelChoice.text(labels)). \(effect)"
    }

    private var undo: Route {
        pages.form("/ui/review/{taxonomy}/undo", "undoReviewStep", "Undo the last step of a review.") {
            visit, fields in
            let path = "/v1" + PagePath.path("log", visit["taxonomy"], fields["entry"] ?? "")
            let page = "/ui" + PagePath.path("review", visit["taxonomy"])
            guard let correction = fields["correction"] else {
                try await visit.send("DELETE", path + "/skip")
                return visit.redirect(to: page, "The text is back in its place in the queue.")
            }
            try await visit.send("DELETE", path + "/corrections" + PagePath.path(correction))
            return visit.redirect(to: page, "Removed the label.", labels: -1)
        }
    }

    // MARK: Retraining

    private var retrain: Route {
        pages.form("/ui/review/{taxonomy}/retrain", "retrainFromReview", "Learn the corrections.") {
            visit, _ in
            let taxonomy = visit["taxonomy"]
            let body = Visit.object { $0.field("taxonomy", taxonomy) }
            let job = try await visit.send("POST", "/v1/retrain", body)
            let path = PagePath.path("review", taxonomy, "jobs", job["id"]?.string ?? "")
            return visit.redirect(to: "/ui" + path, "The retraining was requested.")
        }
    }

    private var job: Route {
        pages.page("/ui/review/{taxonomy}/jobs/{job}", "openRetraining", "Show a retraining.") { visit in
            let path = "/v1" + PagePath.path("jobs", visit["job"])
            let view = JobView(try await visit.get(path), taxonomy: visit["taxonomy"])
            return visit.html("job", "Retraining of \(visit["taxonomy"])", view, source: .init(path))
        }
    }
}
