import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The page of tokens, with forms to create and revoke them.
struct TokenPages {
    let pages: Pages

    private static let path = "/ui/system/tokens"

    var routes: [Route] { [list, create, revoke] }

    private var list: Route {
        pages.page("/ui/system/tokens", "openTokens", "List the tokens.") { visit in
            let view = TokenListView(
                tabs: SystemPages.tabs(visit, Self.path), try await visit.get("/v1/tokens"),
                own: visit.token.name)
            return visit.html("tokens", "Tokens", view, source: .init("/v1/tokens"))
        }
    }

    private var create: Route {
        pages.form("/ui/system/tokens", "createTokenOfPage", "Create a token.") { visit, fields in
            let body = Visit.object { writer in
                writer.field("name", fields["name"] ?? "")
                writer.field("scopes", [fields["scope"] ?? ""])
                writer.field("account", fields["account"])
                Visit.write(number: fields["days"], as: "days", to: &writer)
            }
            let done = try await visit.send("POST", "/v1/tokens", body)
            let token = done["token"]?.string ?? ""
            return visit.redirect(
                to: Self.path, "Created. Copy the token now, it is shown only once: \(token)")
        }
    }

    private var revoke: Route {
        pages.form("/ui/system/tokens/{name}/revoke", "revokeTokenOfPage", "Revoke a token.") {
            visit, fields in
            let path = PagePath.path(
                "/v1" + PagePath.path("tokens", visit["name"]), [Pair("account", fields["account"] ?? "")])
            try await visit.send("DELETE", path)
            return visit.redirect(to: Self.path, "Revoked the token \(visit["name"]).")
        }
    }
}

/// The tokens of all accounts.
struct TokenListView {
    struct Row {
        let account: String
        let name: String
        let scopes: String
        let created: String
        let expires: String
        let isExpired: Bool
        let lastUsed: String
        let path: String
        let isOwn: Bool
    }

    struct Scope {
        let name: String
        let meaning: String
    }

    let tabs: [PageTab]
    let hasTabs: Bool
    let rows: [Row]
    let scopes: [Scope]

    private static let scopes: KeyValuePairs<AccessScope, String> = [
        .read: "read everything", .correct: "read and correct", .train: "read, train and promote",
        .classify: "classify texts", .sync: "sync a device", .debug: "send debug events",
        .metrics: "read the metrics", .admin: "everything",
    ]

    /// - Parameter own: The name of the token of the session.
    init(tabs: [PageTab], _ json: JSONTree, own: String) {
        self.tabs = tabs
        hasTabs = !tabs.isEmpty
        scopes = Self.scopes.map { Scope(name: $0.key.rawValue, meaning: $0.value) }
        rows = (json["items"]?.elements ?? []).map { item in
            let name = item["name"]?.string ?? ""
            return Row(
                account: item["account"]?.string ?? "", name: name,
                scopes: (item["scopes"]?.strings ?? []).joined(separator: ", "),
                created: PageText.time(item["created"]?.string),
                expires: (item["expires"]?.string).map { PageText.time($0) } ?? "never",
                isExpired: item["isExpired"]?.bool == true,
                lastUsed: (item["lastUsed"]?.string).map { PageText.time($0) } ?? "never",
                path: "/ui" + PagePath.path("system", "tokens", name, "revoke"), isOwn: name == own)
        }
    }
}
