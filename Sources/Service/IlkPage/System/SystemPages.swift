import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages about the server: its health and jobs, and for administrators its stores, tokens, configuration
/// and changes.
struct SystemPages {
    let pages: Pages

    private static let path = "/ui/system"

    var routes: [Route] {
        [health, cancel, stores, backup, settings, changes] + TokenPages(pages: pages).routes
    }

    /// The parts that a person may see.
    static func tabs(_ visit: Visit, _ part: String) -> [PageTab] {
        let parts = [
            ("Health and jobs", path), ("Stores and backups", "\(path)/stores"), ("Tokens", "\(path)/tokens"),
            ("Configuration", "\(path)/configuration"), ("Changes", "\(path)/changes"),
        ]
        return visit.token.permits(.admin) ? PageTab.all(parts, at: part) : []
    }

    // MARK: Health and jobs

    private var health: Route {
        pages.page("/ui/system", "openSystem", "Show the health and the jobs.", query: ["cursor"]) { visit in
            let path = PagePath.path("/v1/jobs", [Pair("limit", "20"), Pair("cursor", visit["cursor"])])
            let view = SystemView(
                tabs: Self.tabs(visit, Self.path), checks: try await visit.checks(),
                jobs: try await visit.find(path), canCancel: visit.token.permits(.train))
            return visit.html("system", "System", view, source: .init(path))
        }
    }

    private var cancel: Route {
        pages.form("/ui/system/jobs/{job}/cancel", "cancelJobOfPage", "Cancel a job.") { visit, _ in
            try await visit.send("POST", "/v1" + PagePath.path("jobs", visit["job"], "cancel"))
            return visit.redirect(to: Self.path, "The job ends at its next step.")
        }
    }

    // MARK: Stores

    private var stores: Route {
        pages.page("/ui/system/stores", "openStores", "List the stores.", query: ["check"]) { visit in
            let path = PagePath.path("/v1/stores", [Pair("check", visit["check"])])
            let view = StoreListView(
                tabs: Self.tabs(visit, "\(Self.path)/stores"), try await visit.get(path),
                isChecked: visit["check"] == "true")
            return visit.html("stores", "Stores and backups", view, source: .init(path))
        }
    }

    private var backup: Route {
        pages.download(
            "/ui/system/stores/{store}/backup", "downloadBackupOfPage", "Download a backup of a store.",
            [Parameter(.path, .init("store", .string(1...200), isRequired: true))],
            types: ["application/vnd.sqlite3"]
        ) { visit in
            try await visit.respond("GET", "/v1" + PagePath.path("stores", visit["store"], "backup"))
        }
    }

    // MARK: Configuration and changes

    private var settings: Route {
        pages.page("/ui/system/configuration", "openConfiguration", "List the settings of the server.") {
            visit in
            let path = "/v1/configuration"
            let view = SettingListView(
                tabs: Self.tabs(visit, "\(Self.path)/configuration"), try await visit.get(path))
            return visit.html("settings", "Configuration", view, source: .init(path))
        }
    }

    private var changes: Route {
        pages.page("/ui/system/changes", "openChanges", "List the changes.", query: ["token", "cursor"]) {
            visit in
            let query = ["token", "cursor"].map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/audit", query)
            let view = ChangeListView(
                tabs: Self.tabs(visit, "\(Self.path)/changes"), try await visit.get(path), query)
            return visit.html("changes", "Changes", view, source: .init(path))
        }
    }
}

extension Visit {
    /// Returns the cursor in the address of the next page of a list, or `nil` on the last page.
    static func cursor(_ page: JSONTree) -> String? {
        guard let query = page["next"]?.string?.split(separator: "?", maxSplits: 1).last else { return nil }
        return QueryText.pairs(String(query))?.first { $0.name == "cursor" }?.value
    }

    /// Returns the path of the next page of a list, or `nil` on the last page.
    ///
    /// - Parameters:
    ///   - page: The page of records.
    ///   - path: The path of the page.
    ///   - query: The parameters, of which the cursor is replaced.
    static func next(_ page: JSONTree, at path: String, _ query: [Pair]) -> String? {
        cursor(page).map { PagePath.path(path, query.filter { $0.key != "cursor" } + [Pair("cursor", $0)]) }
    }
}
