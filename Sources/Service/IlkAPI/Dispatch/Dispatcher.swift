import IlkDebug
package import IlkHTTP
package import IlkSyncStore
import IlkVocabulary
package import Logging

/// Answers requests. The dispatcher is independent of connections: it takes a request value and returns a
/// response value.
package struct Dispatcher: Sendable {
    /// The routes of the available services.
    package private(set) var table: RouteTable
    let access: Authorizer
    private let rate: RequestRate?
    private let crossOrigin: CrossOrigin
    /// Records changes, or `nil` without a service store.
    let changes: ChangeRecording?
    private let maxRequests: Int
    private let turns = ConcurrencyLimit()
    private let metrics: RequestMetrics?
    private let logger: Logger
    /// Shows a problem of a request for an unknown page, or `nil` without pages.
    private var showPageProblem: (@Sendable (Problem, APIRequest) -> APIResponse)?
    private static let pagePath = "/ui"

    /// Creates a dispatcher.
    ///
    /// - Parameters:
    ///   - parts: The services.
    ///   - settings: The limits and access rules.
    ///   - clock: The clock for the limits per minute, the sessions of the pages, and `/v1/tokens`.
    ///   - logger: The logger for internal errors.
    package init(
        _ parts: ServerServices, settings: ServerSettings = ServerSettings(),
        clock: any SyncClock = SystemSyncClock(), logger: Logger = Logger(label: "ilk.server")
    ) {
        table = RouteCatalog.table(parts, settings, clock)
        access = Authorizer(parts.hub, maxRefusals: settings.maxRefusals, clock)
        rate = settings.requestsPerMinute.map { RequestRate($0, clock) }
        crossOrigin = CrossOrigin(origins: settings.crossOrigins)
        changes = parts.service.map { ChangeRecording(store: $0, maxBody: settings.maxBody, logger: logger) }
        maxRequests = settings.requests
        metrics = parts.metrics == nil ? nil : RequestMetrics()
        self.logger = logger
        // Pages call the routes above, so the dispatcher that they get has no pages.
        if let pages = parts.pages, let hub = parts.hub {
            let routes = pages(PageBackend(self, hub, clock))
            showPageProblem = routes.lazy.compactMap(\.showProblem).first
            table = RouteTable(table.routes + routes)
        }
    }

    /// Answers a request. Errors become problems.
    ///
    /// - Throws: `CancellationError` only.
    package func respond(to request: APIRequest) async throws -> APIResponse {
        let id = Self.correlation(of: request)
        let match = table.match(request.method, request.path)
        var request = request
        request.headers[TraceParent.correlationHeader] = id
        var headers: HeaderFields = [:]
        var response: APIResponse
        if case .found(let route, let path) = match, route.isHealthCheck {
            response = try await reportingErrors(request, match.route) {
                try await respond(to: request, route, path, id, &headers)
            }
            response = Self.finished(response, for: request)
        } else {
            let end = metrics?.begin(request.method, match.route?.path)
            do {
                response = try await reportingErrors(request, match.route) {
                    try await answer(request, match, id, &headers)
                }
                response = Self.finished(response, for: request)
            } catch {
                end?(nil)
                throw error
            }
            if let end {
                let status = response.status
                response.body = response.body.atEnd { end(status) }
            }
        }
        for (name, value) in headers.fields { response.headers[name] = value }
        response.headers[TraceParent.correlationHeader] = id
        crossOrigin.permit(request, &response)
        return response
    }

    /// Returns `true` if a request is answered within milliseconds, without waiting for a file.
    ///
    /// - Parameters:
    ///   - request: The request. Its body is not read.
    ///   - bodyLength: The declared length of the body in bytes, or `nil` if it is unknown.
    package func isBrief(_ request: APIRequest, bodyLength: Int?) -> Bool {
        guard case .found(let route, _) = table.match(request.method, request.path),
            let most = route.briefBody, let bodyLength, bodyLength <= most
        else { return false }
        // A compressed body can be much longer.
        return request.headers["Content-Encoding"] == nil
    }

    /// Returns the correlation id of a request: the client's UUID, otherwise the trace id, otherwise a new
    /// one. No other part of a header is echoed or logged.
    private static func correlation(of request: APIRequest) -> String {
        let given = TraceParent.correlation(
            header: request.headers[TraceParent.correlationHeader],
            traceparent: request.headers[TraceParent.header])
        return (given ?? .random).description
    }

    /// Answers a request that counts against the limit on concurrent requests.
    ///
    /// - Parameters:
    ///   - id: The correlation id.
    ///   - headers: Receives header fields for the response, even if the response is a problem.
    private func answer(
        _ request: APIRequest, _ match: RouteTable.Match, _ id: String, _ headers: inout HeaderFields
    ) async throws -> APIResponse {
        // Accepted requests stay fast.
        guard turns.enter(maxRequests) else {
            throw Problem(
                .busy, "too many concurrent requests: the maximum is \(maxRequests)", retryAfter: 1)
        }
        defer { turns.leave() }
        switch match {
        case .unknown: throw Problem.notFound
        case .wrongMethod(let allow):
            let methods = allow.joined(separator: ", ")
            guard request.method == "OPTIONS" else {
                throw Problem(
                    .method, "the path supports only the methods \(methods)", headers: ["Allow": methods])
            }
            var response = APIResponse(204, nil, .bytes([]))
            response.headers["Allow"] = methods
            return response
        case .found(let route, let path): return try await respond(to: request, route, path, id, &headers)
        }
    }

    /// Answers a request that a page sends to the API with the token of its session. Errors become problems.
    ///
    /// - Parameters:
    ///   - request: The request. Its correlation id is that of the request for the page.
    ///   - token: The token of the session.
    /// - Throws: `CancellationError` only.
    func respond(to request: APIRequest, as token: AccessToken) async throws -> APIResponse {
        let id = Self.correlation(of: request)
        guard case .found(let route, let path) = table.match(request.method, request.path) else {
            return Problem.notFound.response(correlation: id)
        }
        let response = try await reportingErrors(request, route) {
            try await respond(to: request, route, path, token, id)
        }
        return Self.shortened(response, for: request)
    }

    private func respond(
        to request: APIRequest, _ route: Route, _ path: [String: String], _ id: String,
        _ headers: inout HeaderFields
    ) async throws -> APIResponse {
        let token = try await access.identify(
            request, for: route.access, acceptsPassword: route.acceptsPassword)
        if route.access != .open, !route.isHealthCheck { try count(token, request.client, &headers) }
        return try await respond(to: request, route, path, token, id)
    }

    /// Counts a request against the limit of its client.
    ///
    /// - Throws: ``Problem`` `rate` if the client has no requests left in this minute.
    func count(
        _ token: AccessToken?, _ client: @autoclosure () -> String, _ headers: inout HeaderFields
    ) throws(Problem) {
        guard let rate else { return }
        let name = token.map { "\($0.account.identity) \($0.name)" } ?? "address \(client())"
        try rate.count(name, &headers)
    }

    private func respond(
        to request: APIRequest, _ route: Route, _ path: [String: String], _ token: AccessToken?, _ id: String
    ) async throws -> APIResponse {
        let request = route.takesCodedBody ? request : try ContentCoding.decoded(request)
        guard let changes, let token, route.isChange else {
            try Authorizer.permit(token, for: route.access)
            return try await route.respond(to: request, path: path, access: token)
        }
        return try await changes.respond(to: request, route, path, token, correlation: id)
    }

    /// Calls a function and turns its errors into problems.
    ///
    /// - Parameters:
    ///   - request: The request, with its correlation id.
    ///   - route: The route of the request, or `nil` if no route has its path and method.
    private func reportingErrors(
        _ request: APIRequest, _ route: Route?, _ answer: () async throws -> APIResponse
    ) async throws -> APIResponse {
        do {
            return try await answer()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let id = Self.correlation(of: request)
            let isPage = request.path == Self.pagePath || request.path.hasPrefix(Self.pagePath + "/")
            let show = route?.showProblem ?? (isPage ? showPageProblem : nil)
            let problem = Problem(of: error)
            if problem == nil {
                logger.error("request failed", metadata: ["error": "\(error)", "correlation_id": "\(id)"])
            }
            let shown =
                problem ?? Problem(.internalError, "the server failed; see the server's log")
            return show?(shown, request)
                ?? shown.response(correlation: id, members: route?.problemMembers)
        }
    }

    /// Returns the response in its final form: compressed if the client accepts compression, and without a
    /// body for `HEAD` and status 304.
    private static func finished(_ response: APIResponse, for request: APIRequest) -> APIResponse {
        // Without memory for compression, the response is sent as it is.
        let encoded = try? ContentCoding.encoded(response, for: request)  // The other form is as good.
        return shortened(encoded ?? response, for: request)
    }

    /// Returns the response, without its body if the method is `HEAD` or the client already has the body
    /// (`If-None-Match`).
    private static func shortened(_ response: APIResponse, for request: APIRequest) -> APIResponse {
        let isHead = request.method == "HEAD"
        guard case .bytes(let bytes) = response.body else {
            var short = response
            if isHead { short.body = .bytes([]) }
            return short
        }
        let isKnown =
            response.status == 200 && (isHead || request.method == "GET")
            && response.headers["ETag"].map { EntityTag.matches($0, request.headers["If-None-Match"]) }
                ?? false
        guard isHead || isKnown else { return response }
        var short = response
        if isKnown { short.status = 304 }
        short.body = .bytes([])
        short.headers["Content-Length"] = String(bytes.count)
        return short
    }
}

extension RecordID {
    /// A new random id.
    static var random: RecordID {
        RecordID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }
}

extension APIResponse.Body {
    /// Returns a body that calls a function at its end. If the body is not a stream, calls the function
    /// immediately.
    fileprivate func atEnd(_ end: @escaping @Sendable () -> Void) -> Self {
        guard case .stream(let write) = self else {
            end()
            return self
        }
        return .stream { writer in
            defer { end() }
            try await write(&writer)
        }
    }
}

extension RouteTable.Match {
    /// The route, or `nil` if no route has this path and method.
    fileprivate var route: Route? {
        if case .found(let route, _) = self { route } else { nil }
    }
}
