import IlkAPI
import IlkHTTP
import IlkLog
import IlkPage
import IlkSyncStore
import Testing

/// A browser in front of the pages of a server. It keeps cookies and reads forms, and has no connection.
final class PageDesk {
    let log: LogDesk
    private(set) var cookies: [String: String] = [:]

    /// - Parameters:
    ///   - texts: The texts of the log.
    ///   - settings: The settings of the pages.
    ///   - requestsPerMinute: The limit on the requests of a token, or `nil` for none.
    ///   - logger: The logger of classified texts, or `nil` if the server logs nothing.
    init(
        _ texts: [String] = ["see you at 8 then", "x = 1;"], _ settings: PageSettings = PageSettings(),
        requestsPerMinute: Int? = nil, logger: ClassificationLogger? = nil,
        clock: any SyncClock = SystemSyncClock()
    ) async throws {
        log = try await LogDesk(
            texts, pages: settings, requestsPerMinute: requestsPerMinute, logger: logger, clock: clock)
    }

    /// Returns a desk that is signed in with the token of a scope.
    static func signedIn(
        _ scope: AccessScope, _ texts: [String] = ["see you at 8 then", "x = 1;"],
        _ settings: PageSettings = PageSettings()
    ) async throws -> PageDesk {
        let desk = try await PageDesk(texts, settings)
        let response = try await desk.signIn(desk.log.tokens[scope] ?? "")
        #expect(response.status == 303)
        return desk
    }

    /// Loads a page.
    func get(_ target: String) async throws -> APIResponse { try await send("GET", target, [:], nil) }

    /// Sends a form with the secret of the page that contains it.
    ///
    /// - Parameters:
    ///   - fields: The fields, which are encoded.
    ///   - page: The page with the form.
    func post(
        _ target: String, _ fields: [String: String], from page: String, headers: HeaderFields = [:]
    ) async throws -> APIResponse {
        var fields = fields
        fields["form"] = try await secret(of: page)
        return try await postWithoutSecret(target, fields, headers: headers)
    }

    /// Sends a form whose fields can occur several times, with the secret of the page that contains it.
    func post(
        _ target: String, pairs: [(String, String)], from page: String
    ) async throws -> APIResponse {
        try await send(target, pairs + [("form", try await secret(of: page))])
    }

    /// Sends a form with exactly these fields.
    func postWithoutSecret(
        _ target: String, _ fields: [String: String], headers: HeaderFields = [:]
    ) async throws -> APIResponse {
        try await send(target, fields.map { ($0.key, $0.value) }, headers)
    }

    private func send(
        _ target: String, _ fields: [(String, String)], _ headers: HeaderFields = [:]
    ) async throws -> APIResponse {
        let body = fields.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
        var headers = headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return try await send("POST", target, headers, body)
    }

    /// Signs in with a token.
    func signIn(_ token: String) async throws -> APIResponse {
        try await post("/ui/sign-in", ["token": token], from: "/ui/sign-in")
    }

    /// Returns the secret in the forms of a page.
    func secret(of page: String) async throws -> String {
        let text = try await get(page).text
        let parts = text.split(separator: "name=\"form\" value=\"", maxSplits: 1)
        return String(try #require(parts.count > 1 ? parts[1].prefix { $0 != "\"" } : nil))
    }

    /// Removes the session from the browser.
    func setCookie(_ name: String, _ value: String?) { cookies[name] = value }

    private func send(
        _ method: String, _ target: String, _ headers: HeaderFields, _ body: String?
    ) async throws -> APIResponse {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        var headers = headers
        headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        let response = try await log.desk.dispatcher.respond(
            to: APIRequest(
                method, parts[0], query: parts.count > 1 ? parts[1] : "", headers: headers,
                body: BytesBody(Array((body ?? "").utf8))))
        if let cookie = response.headers["Set-Cookie"], let pair = cookie.split(separator: ";").first {
            let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
            cookies[halves[0]] = halves.count > 1 ? halves[1] : nil
        }
        return response
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
