import IlkAPI
import IlkHTTP
import IlkSyncStore
import IlkVocabulary

/// Signing in by a token or by a link of the server, and signing out.
struct SignInRoutes {
    let pages: Pages

    var routes: [Route] { [show, signIn, signOut] }

    private struct View {
        var problem: String?
        var link: String?
        var next: String?
    }

    private var show: Route {
        pages.route(.get, "/ui/sign-in", "openSignIn", "Open the sign-in.", ["next", "link"]) {
            [pages] call in
            let view = View(
                link: call.value("link")?.string, next: Self.local(call.value("next")?.string ?? ""))
            return Self.form(view, pages)
        }
    }

    private var signIn: Route {
        pages.route(.post, "/ui/sign-in", "signIn", "Sign in.", []) { [pages] call in
            let request = call.request
            guard !FormGuard.isForeign(request) else { throw Pages.foreign }
            let fields = try await FormFields(call, limit: 1 << 16)
            let next = Self.local(fields["next"] ?? "")
            guard pages.formGuard.permits(fields["form"], cookie: request.cookie(FormGuard.cookie)) else {
                return Self.form(
                    View(problem: "The form is too old. Enter the token again.", next: next), pages,
                    status: 403)
            }
            do {
                let (token, name) = try await token(fields, request)
                if let old = request.cookie(Visit.cookie) { pages.sessions.end(old) }
                // A new id, so that an id that someone else planted in the browser is worthless.
                let id = pages.sessions.start(ContentDigest(of: token), ownToken: name)
                var response = Pages.redirect(to: next ?? "/ui/overview")
                response.headers["Set-Cookie"] = Self.cookie(
                    Visit.cookie, id, PageSessions.seconds, isSecure: pages.settings.isSecure)
                return response
            } catch let problem as Problem {
                let view = View(problem: PageText.sentence(problem.detail) + ".", next: next)
                var response = Self.form(view, pages, status: problem.type.status)
                response.headers["Retry-After"] = problem.headers["Retry-After"]
                return response
            }
        }
    }

    /// Returns the token that a person entered. For a sign-in link, creates a token and returns it with its
    /// name.
    ///
    /// - Throws: ``Problem`` for a refused token or link.
    private func token(
        _ fields: FormFields, _ request: APIRequest
    ) async throws -> (token: String, name: String?) {
        if let secret = fields["link"] {
            guard pages.settings.link?.use(secret) ?? false else {
                throw pages.backend.refusal(
                    "the link was used before or is too old; restart the server, or use a token"
                )
            }
            let now = pages.backend.clock.wall
            let name = "page \(RandomText.make().prefix(8))"
            let text = try await pages.backend.makeToken(
                name, until: now + Int64(PageSessions.seconds) * 1000, for: request)
            return (text, name)
        }
        let text = (fields["token"] ?? "").filter { !$0.isWhitespace }
        let token: AccessToken
        do {
            token = try await pages.backend.accept(text)
        } catch let problem as Problem where problem.type == .token {
            throw Problem(.token, "the token is unknown, revoked or expired")
        }
        guard token.permits(.read) else { throw Problem(.scope, "the token lacks the scope 'read'") }
        return (text, nil)
    }

    private var signOut: Route {
        pages.form("/ui/sign-out", "signOut", "Sign out.") { [pages] visit, _ in
            visit.end()
            if let name = visit.session.ownToken {
                try await pages.backend.removeToken(name, for: visit.call.request)
            }
            var response = Pages.redirect(to: "/ui/sign-in")
            response.headers["Set-Cookie"] = Self.cookie(
                Visit.cookie, "", 0, isSecure: pages.settings.isSecure)
            return response
        }
    }

    // MARK: Parts

    private static func form(_ view: View, _ pages: Pages, status: Int = 200) -> APIResponse {
        let cookie = RandomText.make()
        var response = pages.html(
            "sign-in", "Sign in", view, status: status, formToken: pages.formGuard.token(for: cookie))
        response.headers["Set-Cookie"] = Self.cookie(
            FormGuard.cookie, cookie, 3600, isSecure: pages.settings.isSecure)
        return response
    }

    private static func cookie(_ name: String, _ value: String, _ seconds: Int, isSecure: Bool) -> String {
        "\(name)=\(value); Path=/ui; HttpOnly; SameSite=Strict; Max-Age=\(seconds)"
            + (isSecure ? "; Secure" : "")
    }

    /// Returns a path of the pages, to open after the sign-in. Returns `nil` for other paths and URLs.
    private static func local(_ path: String) -> String? {
        let isPlain = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        return isPlain && path.hasPrefix("/ui/") && !path.hasPrefix("/ui/sign") ? path : nil
    }
}
