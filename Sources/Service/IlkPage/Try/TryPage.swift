import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The page that classifies and explains one text.
struct TryPage {
    let pages: Pages

    var routes: [Route] { [open, classify, correct] }

    /// A taxonomy by which the server classifies.
    private struct Served {
        let name: String
        /// `true` if the server logs the texts that it classifies by the taxonomy.
        let isLogged: Bool
    }

    private struct View {
        struct Taxonomy {
            let name: String
            let isChosen: Bool
        }

        struct Correction {
            let taxonomy: String
            let choice: LabelChoice
        }

        struct Outcome {
            let verdict: VerdictView
            let explanation: ExplanationView
            let correction: Correction?
        }

        var text = ""
        let taxonomies: [Taxonomy]
        var result: Outcome?
        let hasTaxonomies: Bool
        /// `true` if the person may classify texts.
        let canClassify: Bool

        init(_ visit: Visit, _ served: [Served], chosen: String) {
            canClassify = visit.token.permits(.classify)
            hasTaxonomies = served.count > 1
            taxonomies = served.map { Taxonomy(name: $0.name, isChosen: $0.name == chosen) }
        }
    }

    private var open: Route {
        pages.page("/ui/try", "openTry", "Open the page that classifies a text.", query: ["taxonomy"]) {
            visit in
            let served = try await Self.taxonomies(visit)
            return visit.html("try", "Try it", View(visit, served, chosen: visit["taxonomy"]))
        }
    }

    private var classify: Route {
        pages.form("/ui/try", "tryText", "Classify and explain a text.") { visit, fields in
            let served = try await Self.taxonomies(visit)
            let taxonomy = fields["taxonomy"] ?? served.first?.name ?? ""
            let (text, json) = try await Self.verdict(visit, fields, taxonomy)
            let isLogged = served.contains { $0.name == taxonomy && $0.isLogged }
            var view = View(visit, served, chosen: taxonomy)
            view.text = text
            let verdict = VerdictView(json)
            let labels = json["scores"]?.pairs.map(\.name) ?? []
            view.result = View.Outcome(
                verdict: verdict,
                explanation: ExplanationView(text, json, labels: labels, first: verdict.firstLabels),
                correction: text.isEmpty || !isLogged
                    ? nil : try await Self.correction(visit, json, taxonomy))
            return visit.html("try", "Try it", view)
        }
    }

    private var correct: Route {
        pages.form("/ui/try/correct", "correctTriedText", "Store a text with its right label.") {
            visit, fields in
            let taxonomy = fields["taxonomy"] ?? ""
            let body = Visit.object { writer in
                writer.field("text", fields["text"] ?? "")
                if !taxonomy.isEmpty { writer.field("taxonomy", taxonomy) }
                writer.field("log", true)
            }
            let logged = try await visit.send("POST", "/v1/classify", body)
            guard let entry = logged["entry"]?.string else {
                throw Problem(.notLogging, "the server stored no entry; start the server with --log")
            }
            let log = taxonomy.isEmpty ? try await Self.taxonomies(visit).first?.name ?? "" : taxonomy
            let path = PagePath.path("log", log, entry)
            try await visit.send("POST", "/v1\(path)/corrections", LabelChoice.correction(fields))
            return visit.redirect(
                to: "/ui\(path)", "Stored as \(LabelChoice.text(LabelChoice.chosen(fields) ?? [])).",
                labels: 1)
        }
    }

    /// Returns the labels with which a person can correct a verdict, or `nil` if the person may not correct
    /// it.
    private static func correction(
        _ visit: Visit, _ json: JSONTree, _ taxonomy: String
    ) async throws -> View.Correction? {
        guard visit.token.permits(.correct), visit.token.permits(.classify) else { return nil }
        var labels = try await visit.labels(taxonomy)
        if labels.names.isEmpty { labels.names = json["scores"]?.pairs.map(\.name) ?? [] }
        if !labels.isMultilabel { labels.names.removeAll { $0 == json["category"]?.string } }
        guard !labels.names.isEmpty, labels.names.count <= LabelChoice.maximum else { return nil }
        let predicted = json["categories"]?.strings ?? []
        return View.Correction(taxonomy: taxonomy, choice: LabelChoice(labels, predicted: predicted))
    }

    // MARK: Requests

    /// Returns the taxonomies by which the server classifies, in the order of the API.
    private static func taxonomies(_ visit: Visit) async throws -> [Served] {
        try await visit.get("/v1/taxonomies")["items"]?.elements?
            .filter { $0["isServed"]?.bool == true }
            .map { Served(name: $0["name"]?.string ?? "", isLogged: $0["isLogged"]?.bool == true) } ?? []
    }

    /// Returns the text of a form with its verdict. The classification is not logged.
    private static func verdict(
        _ visit: Visit, _ fields: FormFields, _ taxonomy: String
    ) async throws -> (String, JSONTree) {
        let options = [
            Pair("explain", "true"), Pair("components", "true"), Pair("log", "false"),
            Pair("taxonomy", taxonomy),
        ]
        let target = PagePath.path("/v1/classify", options)
        guard let file = fields.file else {
            let text = fields["text"] ?? ""
            return (
                text,
                try await visit.send("POST", target, Array(text.utf8), type: "text/plain; charset=utf-8")
            )
        }
        let isMail = file.name.lowercased().hasSuffix(".eml")
        let json = try await visit.send(
            "POST", target, file.bytes, type: isMail ? "message/rfc822" : "text/plain; charset=utf-8")
        return (json["text"]?.string ?? String(decoding: file.bytes, as: UTF8.self), json)
    }
}
