package import IlkAPI
package import IlkHTTP
import IlkVocabulary

/// The pages of a server: HTML for people, made from the responses of the API.
package struct Pages: Sendable {
    let backend: PageBackend
    let settings: PageSettings
    let files: PageFiles
    let templates: PageTemplates
    let sessions: PageSessions
    let formGuard = FormGuard()

    /// `true` if the program was built with the package trait `Server`.
    package static var isAvailable: Bool { PageTemplates.isAvailable }

    /// - Parameters:
    ///   - settings: The settings.
    ///   - backend: The API.
    package init(_ settings: PageSettings, _ backend: PageBackend) {
        self.settings = settings
        self.backend = backend
        files = PageFiles(folder: settings.folder)
        templates = PageTemplates(files.templates, builtIn: PageFiles(folder: nil).templates)
        sessions = PageSessions(backend.clock)
    }

    /// The errors of replacement files.
    package var problems: [String] { files.problems + templates.problems }

    /// The routes, or none without the package trait `Server`.
    package var routes: [Route] {
        guard Self.isAvailable else { return [] }
        return FileRoutes(pages: self).routes + SignInRoutes(pages: self).routes
            + TryPage(pages: self).routes + ReviewPage(pages: self).routes
            + OverviewPage(pages: self).routes + LogPages(pages: self).routes
            + ModelPages(pages: self).routes + RulePages(pages: self).routes + DataRoutes(pages: self).routes
            + SyncPages(pages: self).routes + CallPages(pages: self).routes + MailPages(pages: self).routes
            + UsagePages(pages: self).routes + DebugPages(pages: self).routes
            + SystemPages(pages: self).routes
    }

    // MARK: Routes

    /// Declares a page for people who signed in. Other people are redirected to the sign-in page.
    ///
    /// - Parameters:
    ///   - query: The names of the parameters of the query, which can be empty.
    ///   - show: Returns the page.
    func page(
        _ path: RoutePath, _ name: String, _ summary: String, query: [String] = [],
        show: @escaping @Sendable (Visit) async throws -> APIResponse
    ) -> Route {
        route(.get, path, name, summary, query) { call in
            guard let visit = try await Visit(call, self) else {
                let target = call.request.path + (call.request.query.isEmpty ? "" : "?\(call.request.query)")
                return Self.redirect(to: "/ui/sign-in?next=\(PagePath.encoded(target))")
            }
            return try await show(visit)
        }
    }

    /// Declares a route that accepts a form. Forms that do not come from a page of the session are refused.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the body in bytes, or `nil` for the server's limit.
    ///   - act: Performs the change and returns the response.
    func form(
        _ path: RoutePath, _ name: String, _ summary: String, limit: Int? = nil,
        act: @escaping @Sendable (Visit, FormFields) async throws -> APIResponse
    ) -> Route {
        route(.post, path, name, summary, []) { call in
            guard !FormGuard.isForeign(call.request) else { throw Self.foreign }
            // The body of a person who did not sign in is not read.
            guard let visit = try await Visit(call, self) else {
                return Self.redirect(to: "/ui/sign-in")
            }
            let fields = try await FormFields(call, limit: limit ?? settings.maxBody)
            guard FormGuard.isSame(fields["form"] ?? "", visit.session.formToken) else { throw Self.foreign }
            return try await act(visit, fields)
        }
    }

    /// Declares a download for people who signed in. The API requires a token, but a browser has only the
    /// cookie of the session.
    ///
    /// - Parameters:
    ///   - types: The media types of the file.
    ///   - load: Returns the file.
    func download(
        _ path: RoutePath, _ name: String, _ summary: String, _ parameters: [Parameter], types: [String],
        load: @escaping @Sendable (Visit) async throws -> APIResponse
    ) -> Route {
        Route(
            .get, path, name, tag: "page", summary, parameters: parameters,
            answers: [.init(200, "The file.", types), .init(303, "The sign-in.", [])],
            showProblem: { problem, request in self.problem(problem, request) }
        ) { call in
            guard let visit = try await Visit(call, self) else {
                return Self.redirect(to: "/ui/sign-in")
            }
            return Self.protected(try await load(visit))
        }
    }

    static let foreign = Problem(.scope, "the form does not belong to this session; load the page again")

    /// Declares a route that returns a page.
    func route(
        _ method: HTTPMethod, _ path: RoutePath, _ name: String, _ summary: String, _ query: [String],
        handle: @escaping @Sendable (APICall) async throws -> APIResponse
    ) -> Route {
        let parameters =
            path.parameters.map { Parameter(.path, .init($0, .string(1...1000), isRequired: true)) }
            + query.map { Parameter(.query, .init($0, .string(0...4000))) }
        let types = ["application/x-www-form-urlencoded", MultipartForm.type]
        return Route(
            method, path, name, tag: "page", summary, parameters: parameters,
            body: method == .post ? [.init(types, .bytes, "The fields of the form.")] : [],
            answers: [.init(200, "The page.", ["text/html"]), .init(303, "Another page.", [])],
            showProblem: { problem, request in self.problem(problem, request) }
        ) { call in Self.protected(try await handle(call)) }
    }

    // MARK: Responses

    /// Returns a redirect (status 303) to a page.
    static func redirect(to path: String) -> APIResponse {
        var response = APIResponse(303, nil, .bytes([]))
        response.headers["Location"] = path
        return protected(response)
    }

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` before signing in.
    ///   - source: The request that returns the main records of the page.
    ///   - others: The other requests whose records the page shows.
    func html(
        _ template: String, _ title: String, _ view: Any, status: Int = 200,
        account: PageFrame.Account? = nil, formToken: String = "", message: PageNotice? = nil,
        links: PageLinks? = nil, query: [String: String] = [:], source: PageFrame.Source? = nil,
        others: [String] = []
    ) -> APIResponse {
        let frame = PageFrame(
            title: title,
            files: .init(
                style: files.path(of: "style.css"), script: files.path(of: "page.js"),
                icon: files.path(of: "icon.svg")),
            version: settings.version, account: account, formToken: formToken, message: message,
            warning: problems.isEmpty
                ? nil : "A replaced file is not used: " + problems.joined(separator: "; "),
            navigation: links, query: query, source: source,
            others: others.map(PageFrame.Source.link(to:)), view: view)
        let text = templates.render(frame, with: template) ?? "There is no template \(template)."
        return Self.protected(APIResponse(status, "text/html; charset=utf-8", .bytes(Array(text.utf8))))
    }

    /// Returns the page that shows a problem.
    func problem(_ problem: Problem, _ request: APIRequest) -> APIResponse {
        struct View {
            let detail: String
            let faults: [String]
            let status: Int
            let type: String
            let correlation: String
            let back: String
        }
        let view = View(
            detail: PageText.sentence(problem.detail), faults: problem.faults.dropFirst().map(\.sentence),
            status: problem.type.status, type: problem.type.path,
            correlation: request.headers["X-Correlation-ID"] ?? "",
            back: Self.origin(of: request) ?? "/ui/overview")
        // The token is not read again. The name that it had in the last request is enough here.
        let session = request.cookie(Visit.cookie).flatMap { sessions.session($0) }
        let person = session?.person
        var response = html(
            "error", problem.type.title, view, status: problem.type.status,
            account: person.map { Visit.account($0, at: request.path) },
            formToken: person == nil ? "" : session?.formToken ?? "")
        for (name, value) in problem.headers { response.headers[name] = value }
        return response
    }

    /// Returns the page from which a request came, or `nil` if no page of this server sent the request.
    private static func origin(of request: APIRequest) -> String? {
        guard let referer = request.headers["Referer"], let host = request.headers["Host"],
            let start = ["http://", "https://"].first(where: { referer.hasPrefix($0 + host + "/ui/") })
        else { return nil }
        return String(referer.dropFirst(start.count + host.count))
    }

    /// Adds the header fields that restrict what a page can load and which sites can embed it.
    static func protected(_ response: APIResponse) -> APIResponse {
        var response = response
        response.headers["Content-Security-Policy"] =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Frame-Options"] = "DENY"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
        return response
    }
}

extension PageText {
    /// Returns a text with a capital letter at the beginning.
    static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
