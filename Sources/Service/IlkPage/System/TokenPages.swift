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
            let view = TokenListView(try await visit.get("/v1/tokens"), own: visit.token.name)
            return visit.html(
                "tokens", "Tokens", view, links: SystemPages.links(visit), source: .init("/v1/tokens"))
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
