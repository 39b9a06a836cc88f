import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages of models: versions, a version, a comparison, and changes of the active version.
struct ModelPages {
    let pages: Pages

    var routes: [Route] { [start, list, version, comparison, issues, upload, promote, rollback] }

    private var start: Route {
        pages.page("/ui/models", "openModels", "Open the models of the first taxonomy.") { visit in
            guard let first = try await Self.taxonomies(visit).first else {
                throw Problem(.noSuchTaxonomy, "this server has no taxonomies")
            }
            return Pages.redirect(to: "/ui" + PagePath.path("models", first))
        }
    }

    private var list: Route {
        pages.page("/ui/models/{taxonomy}", "openModelList", "List the versions of a taxonomy.") { visit in
            let taxonomy = visit["taxonomy"]
            let path = PagePath.path("/v1/models", [Pair("taxonomy", taxonomy)])
            let report = try await visit.find("/v1" + PagePath.path("log", taxonomy, "learning"))
            let set = try await visit.find("/v1" + PagePath.path("taxonomies", taxonomy))
            let view = ModelListView(
                try await visit.get(path), report, of: set, taxonomy: taxonomy,
                canChange: visit.token.permits(.train))
            return visit.html(
                "models", "Models of \(taxonomy)", view,
                links: visit.links(toTaxonomies: try await Self.taxonomies(visit), of: "/ui/models"),
                source: .init(path))
        }
    }

    private var version: Route {
        pages.page("/ui/models/{taxonomy}/{version}", "openModelVersion", "Show a version with its card.") {
            visit in
            let path = "/v1" + PagePath.path("models", visit["taxonomy"], visit["version"])
            let list = PagePath.path("/v1/models", [Pair("taxonomy", visit["taxonomy"])])
            let view = ModelView(
                try await visit.get(path), among: try await visit.get(list), taxonomy: visit["taxonomy"],
                canChange: visit.token.permits(.train))
            return visit.html(
                "model", "Version \(view.name) of \(visit["taxonomy"])", view, source: .init(path))
        }
    }

    private var comparison: Route {
        pages.page(
            "/ui/models/{taxonomy}/{version}/compare", "openModelComparison",
            "Compare a version with another one, by default with the active version.",
            query: ["with"]
        ) { visit in
            let path = PagePath.path(
                "/v1" + PagePath.path("models", visit["taxonomy"], "compare"),
                [
                    Pair("challenger", visit["version"]), Pair("champion", visit["with"]),
                    Pair("texts", "true"),
                ])
            let view = ComparisonView(try await visit.get(path), taxonomy: visit["taxonomy"])
            return visit.html("comparison", "Comparison of versions", view, source: .init(path))
        }
    }

    private var issues: Route {
        pages.page(
            "/ui/models/{taxonomy}/label-issues", "openLabelIssues", "Show corrections that may be wrong."
        ) { visit in
            let path = "/v1" + PagePath.path("log", visit["taxonomy"], "label-issues")
            let view = LabelIssuesView(try await visit.get(path), taxonomy: visit["taxonomy"])
            return visit.html(
                "label-issues", "Label issues of \(visit["taxonomy"])", view, source: .init(path))
        }
    }

    // MARK: Changes

    /// The largest body of the form in bytes: the largest file in the API, and the other fields.
    private static let largestUpload = (32 << 20) + (1 << 16)

    private var upload: Route {
        pages.form(
            "/ui/models/{taxonomy}/upload", "uploadModelFromPage", "Add a version from a file.",
            limit: Self.largestUpload
        ) { visit, fields in
            guard let file = fields.file, !file.bytes.isEmpty else {
                throw Problem(.invalidBody, "choose the file of a version or a model")
            }
            let path = PagePath.path("/v1/models", [Pair("reason", fields["reason"] ?? "")])
            let version = try await visit.send("POST", path, file.bytes, type: "application/x-tar")
            let (taxonomy, name) = (version["taxonomy"]?.string ?? "", version["version"]?.string ?? "")
            return visit.redirect(
                to: "/ui" + PagePath.path("models", taxonomy, name),
                "Added version \(name) of \(taxonomy)."
                    + (version["isActive"]?.bool == true ? "" : " It is not active yet."))
        }
    }

    private var promote: Route {
        pages.form(
            "/ui/models/{taxonomy}/{version}/promote", "promoteFromPage", "Activate a version."
        ) { visit, fields in
            let path = PagePath.path("models", visit["taxonomy"], visit["version"])
            let body = Visit.object { writer in
                writer.field("reason", fields["reason"] ?? "")
                writer.field("force", fields["force"] != nil)
            }
            let done = try await visit.send("POST", "/v1\(path)/promote", body)
            return visit.redirect(to: "/ui" + PagePath.path("models", visit["taxonomy"]), Self.text(done))
        }
    }

    private var rollback: Route {
        pages.form(
            "/ui/models/{taxonomy}/rollback", "rollbackFromPage", "Restore the previously active version."
        ) {
            visit, fields in
            let path = PagePath.path("models", visit["taxonomy"])
            let body = Visit.object { $0.field("reason", fields["reason"] ?? "") }
            let done = try await visit.send("POST", "/v1\(path)/rollback", body)
            return visit.redirect(to: "/ui\(path)", Self.text(done))
        }
    }

    private static func text(_ change: JSONTree) -> String {
        let version = change["version"]?.string ?? ""
        return change["isChanged"]?.bool == true
            ? "Version \(version) is active now." : "Version \(version) was active already."
    }

    private static func taxonomies(_ visit: Visit) async throws -> [String] {
        try await visit.names("name", in: "/v1/taxonomies")
    }
}
