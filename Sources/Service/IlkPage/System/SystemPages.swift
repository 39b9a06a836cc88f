import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages about the server: its health and jobs, and for administrators its stores, tokens, configuration
/// and changes.
struct SystemPages {
    let pages: Pages

    var routes: [Route] {
        [health, cancel, stores, backup, settings, changes] + TokenPages(pages: pages).routes
    }

    /// Returns the links to the parts, or `nil` if the person may see only the first part.
    static func links(_ visit: Visit) -> PageLinks? {
        guard visit.token.permits(.admin) else { return nil }
        return visit.links(to: [
            ("Health and jobs", "/ui/system"), ("Stores and backups", "/ui/system/stores"),
            ("Tokens", "/ui/system/tokens"), ("Configuration", "/ui/system/configuration"),
            ("Changes", "/ui/system/changes"),
        ])
    }

    // MARK: Health and jobs

    private var health: Route {
        pages.page("/ui/system", "openSystem", "Show the health and the jobs.", query: ["cursor"]) { visit in
            let path = PagePath.path("/v1/jobs", [Pair("limit", "20"), Pair("cursor", visit["cursor"])])
            let view = SystemView(
                checks: try await visit.checks(), jobs: try await visit.find(path),
                canCancel: visit.token.permits(.train))
            return visit.html("system", "System", view, links: Self.links(visit), source: .init(path))
        }
    }

    private var cancel: Route {
        pages.form("/ui/system/jobs/{job}/cancel", "cancelJobOfPage", "Cancel a job.") { visit, _ in
            try await visit.send("POST", "/v1" + PagePath.path("jobs", visit["job"], "cancel"))
            return visit.redirect(to: "/ui/system", "The job ends at its next step.")
        }
    }

    // MARK: Stores

    private var stores: Route {
        pages.page("/ui/system/stores", "openStores", "List the stores.", query: ["check"]) { visit in
            let path = PagePath.path("/v1/stores", [Pair("check", visit["check"])])
            let view = StoreListView(try await visit.get(path), isChecked: visit["check"] == "true")
            return visit.html(
                "stores", "Stores and backups", view, links: Self.links(visit), source: .init(path))
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
            let view = SettingListView(try await visit.get(path))
            return visit.html(
                "settings", "Configuration", view, links: Self.links(visit), source: .init(path))
        }
    }

    private var changes: Route {
        pages.page("/ui/system/changes", "openChanges", "List the changes.", query: ["token", "cursor"]) {
            visit in
            let query = ["token", "cursor"].map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/audit", query)
            let view = ChangeListView(try await visit.get(path), query)
            return visit.html("changes", "Changes", view, links: Self.links(visit), source: .init(path))
        }
    }
}
