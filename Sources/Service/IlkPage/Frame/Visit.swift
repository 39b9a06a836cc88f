import IlkAPI
import IlkFraming
import IlkHTTP
import IlkSyncStore
import Synchronization

/// A request of a person who signed in.
struct Visit: Sendable {
    let call: APICall
    let session: PageSession
    /// The token of the session, read again for each request, so that revoking it ends the session.
    let token: AccessToken
    let pages: Pages
    private let id: String
    /// The requests for records that the page has made, for its footer.
    private let requests = RequestList()

    static let cookie = "ilk"

    /// - Parameter call: The request.
    /// - Returns: `nil` if the request has no valid session.
    /// - Throws: ``Problem`` `rate` if the token has no requests left in this minute, or `StoreError`.
    init?(_ call: APICall, _ pages: Pages) async throws {
        guard let id = call.request.cookie(Self.cookie), let session = pages.sessions.session(id) else {
            return nil
        }
        guard let token = try await pages.backend.token(session.token) else {
            pages.sessions.end(id)
            return nil
        }
        call.request.authenticated()
        (self.call, self.session, self.token, self.pages, self.id) = (call, session, token, pages, id)
        let person = self.person
        pages.sessions.change(id) { $0.person = person }
        try pages.backend.count(token, client: call.request.client)
    }

    private var person: PageSession.Person { PageSession.Person(name: token.name, role: role) }

    /// Returns the value of a parameter of the path or the query, or an empty text if it is missing.
    subscript(name: String) -> String { call.value(name)?.string ?? "" }

    /// The role, which follows from the scopes of the token.
    var role: String {
        if token.permits(.train) { return "administrator" }
        return token.permits(.correct) ? "reviewer" : "viewer"
    }

    // MARK: The API

    /// Returns the JSON of the response to a GET request.
    ///
    /// - Parameter target: The path with its query.
    /// - Throws: ``Problem``.
    func get(_ target: String) async throws -> JSONTree { try await send("GET", target) }

    /// Returns the JSON of the response to a GET request, or the problem if the status is 404, 409 or 422.
    /// Other problems are thrown.
    func find(_ target: String) async throws -> Result<JSONTree, Problem> {
        do {
            return .success(try await get(target))
        } catch let problem as Problem where [404, 409, 422].contains(problem.type.status) {
            return .failure(problem)
        }
    }

    /// Sends a request and returns the JSON of its response, or null if the response has no JSON.
    ///
    /// - Parameters:
    ///   - body: The body, or `nil` for none.
    ///   - type: The media type of the body.
    /// - Throws: ``Problem``.
    @discardableResult
    func send(
        _ method: String, _ target: String, _ body: [UInt8]? = nil, type: String = "application/json"
    ) async throws -> JSONTree {
        try Self.json(try await respond(method, target, body, type: type))
    }

    /// Returns the readiness checks with `ok` or the problem of each.
    func checks() async throws -> [Pair] {
        // The status is 503 if a check fails.
        let ready = try Self.json(try await respond("GET", "/readyz", accepting: 503))
        return (ready["checks"]?.pairs ?? []).map { Pair($0.name, $0.value.string ?? "") }
    }

    private static func json(_ response: APIResponse) throws -> JSONTree {
        guard case .bytes(let bytes) = response.body, !bytes.isEmpty else { return .null }
        do throws(JSONLineError) {
            return try JSONTree(strictly: bytes)
        } catch {
            throw Problem(.internalError, "a response of the API cannot be read")
        }
    }

    /// Sends a request and returns the response.
    ///
    /// - Parameters:
    ///   - accept: The media type of the response.
    ///   - status: An error status whose response is returned, not thrown as a problem, or `nil`.
    ///   - tag: The ETag of the content to change, which is sent as `If-Match`, or `nil`.
    /// - Throws: ``Problem``.
    func respond(
        _ method: String, _ target: String, _ body: [UInt8]? = nil, type: String = "application/json",
        accept: String? = nil, accepting status: Int? = nil, ifMatch tag: String? = nil
    ) async throws -> APIResponse {
        if method == "GET" { requests.add(target) }
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        var headers: HeaderFields = [:]
        headers["X-Correlation-ID"] = call.request.headers["X-Correlation-ID"]
        headers["Content-Type"] = body == nil ? nil : type
        headers["Accept"] = accept
        headers["If-Match"] = tag
        let response = try await pages.backend.respond(
            to: APIRequest(
                method, parts[0], query: parts.count > 1 ? parts[1] : "", headers: headers,
                body: BytesBody(body ?? []), client: call.request.client), as: token)
        guard response.status < 400 || response.status == status else { throw Self.problem(response) }
        return response
    }

    /// Returns the problem of a response.
    private static func problem(_ response: APIResponse) -> Problem {
        guard case .bytes(let bytes) = response.body,
            let json = try? JSONTree(strictly: bytes),  // Only problems with JSON can be read.
            let name = json["type"]?.string?.split(separator: "/").last,
            let type = ProblemType(rawValue: String(name))
        else { return Problem(.internalError, "the API failed with status \(response.status)") }
        let headers = response.headers["Retry-After"].map { ["Retry-After": $0] } ?? [:]
        return Problem(type, json["detail"]?.string ?? type.title, headers: headers)
    }

    /// Returns a JSON object with the fields that a closure writes.
    static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }

    /// Writes the value of a form field as a number. A value that is not an integer is written as a string,
    /// so that the API refuses it with an explanation.
    static func write(number text: String?, as name: String, to writer: inout JSONWriter) {
        if let number = text.flatMap({ Int($0) }) {
            writer.field(name, number)
        } else {
            writer.field(name, text)
        }
    }

    // MARK: Responses

    /// Returns a page. If the message about the last change is for this page, the page shows it once.
    func html(
        _ template: String, _ title: String, _ view: Any, links: PageLinks? = nil,
        source: PageFrame.Source? = nil
    ) -> APIResponse {
        let notice = pages.sessions.change(id) { session in
            guard session.notice?.path == call.request.path else { return PageNotice?.none }
            defer { session.notice = nil }
            return session.notice
        }
        let query = (QueryText.pairs(call.request.query) ?? []).filter { !$0.value.isEmpty }
        return pages.html(
            template, title, view, account: account, formToken: session.formToken, message: notice ?? nil,
            links: links, query: Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first },
            source: source, others: requests.all.filter { $0 != source?.path })
    }

    /// Returns a redirection to a page that shows a message.
    func redirect(to path: String, _ text: String, undo: PageNotice.Undo? = nil, labels: Int = 0)
        -> APIResponse
    {
        pages.sessions.change(id) { session in
            let path = path.split(separator: "?", maxSplits: 1).first.map(String.init) ?? path
            session.notice = PageNotice(text: text, path: path, undo: undo)
            session.labeled = max(0, session.labeled + labels)
        }
        return Pages.redirect(to: path)
    }

    func end() { pages.sessions.end(id) }

    private static let sections = [
        ("Overview", "overview"), ("Try it", "try"), ("Review", "review"), ("Log", "log"),
        ("Models", "models"), ("Rules", "rules"), ("Calls", "calls"), ("Mail", "mail"), ("Usage", "usage"),
        ("Debug", "debug"), ("Sync", "sync"), ("System", "system"),
    ]

    private var account: PageFrame.Account { Self.account(person, at: call.request.path) }

    /// Returns the account and the navigation in the header of a page.
    static func account(_ person: PageSession.Person, at path: String) -> PageFrame.Account {
        let links = Self.sections.map { name, place in
            let root = "/ui/\(place)"
            return PageLinks.Link(
                name: name, path: root, isChosen: path == root || path.hasPrefix(root + "/"))
        }
        return PageFrame.Account(name: person.name, role: person.role, pages: links)
    }
}

/// The targets of requests, each once.
private final class RequestList: Sendable {
    private let targets = Mutex<[String]>([])

    var all: [String] { targets.withLock { $0 } }

    func add(_ target: String) {
        targets.withLock { if !$0.contains(target) { $0.append(target) } }
    }
}

extension Visit {
    /// The names of the taxonomies that have a log.
    var logs: [String] { get async throws { try await names("taxonomy", in: "/v1/log") } }

    /// Returns the value of a field for each item of a list.
    ///
    /// - Parameter target: The path of the list.
    func names(_ field: String, in target: String) async throws -> [String] {
        try await get(target)["items"]?.elements?.compactMap { $0[field]?.string } ?? []
    }

    /// Returns a redirection to the page of the first log.
    ///
    /// - Throws: ``Problem`` if there is no log.
    func redirect(toFirstLogOf page: String) async throws -> APIResponse {
        guard let first = try await logs.first else {
            throw Problem(.noSuchRecord, "there is no log yet; start the server with --log")
        }
        return Pages.redirect(to: page + PagePath.path(first))
    }
}
