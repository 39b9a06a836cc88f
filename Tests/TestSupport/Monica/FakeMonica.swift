import Foundation
import Synchronization

/// A fake of Monica, limited to calls and activities. It includes the properties that make sync difficult,
/// according to its source code (2.0 to 4.1): 60 requests per minute, messages instead of error codes, whole
/// seconds, shifting pages, creations whose response is lost, and a login page instead of a response.
///
/// It has no clock. Each request passes the time.
package final class FakeMonica: Sendable {
    /// A fault in the next matching request.
    package enum Fault: Sendable, Hashable {
        /// The operation is done, and the connection is closed before the response.
        case dropAfter
        /// The connection is closed before the operation.
        case dropBefore
        /// A server error after the operation, or before it.
        case errorAfter
        case errorBefore
        /// A permanent error: code 40.
        case permanentError
        /// A redirect to the login page, or the login page with status 200.
        case loginRedirect
        case loginPage
        /// A proxy in front of Monica responds with 502 or 404 and an HTML page.
        case badGateway
        case htmlNotFound
        /// JSON with an unexpected structure.
        case wrongShape
        /// A response that exceeds all limits, or a response that is sent byte by byte.
        case oversized
        case slow
        /// Too many requests, with a `Retry-After` header.
        case throttled(retryAfter: String?)
        /// A redirect to another location.
        case redirect(to: String)
        /// An activity is created without its contacts. The response is an error.
        case orphan
    }

    /// A request that was made.
    package struct RequestLogEntry: Sendable, Hashable {
        package var method: String
        package var path: String
        /// The time in seconds since 1970.
        package var at: Double
        package var status: Int
        package var correlation: String?
        package var traceparent: String?
    }

    struct Row: Sendable {
        var id: Int
        var account = 1
        var uuid: String
        var contact: Int?
        var contacts: [Int] = []
        var time: String
        var text: String?
        var summary: String?
        var type: Int?
        var contactCalled = false
        var createdAt: Int
        var updatedAt: Int
    }

    struct Person: Sendable {
        var id: Int
        var account = 1
        var name: String
        var isActive = true
        var updatedAt: Int
    }

    struct Named: Sendable {
        var id: Int
        var account = 1
        var name: String
        var category: Int?
    }

    struct State: Sendable {
        var calls: [Int: Row] = [:]
        var activities: [Int: Row] = [:]
        var people: [Int: Person] = [:]
        var types: [Int: Named] = [:]
        var categories: [Int: Named] = [:]
        var next = 1
        var faults: [(path: String, method: String?, fault: Fault)] = []
        var token = "secret"
        var requestsLeft: Int?
        var limit: Int? = 60
        var window: (start: Double, count: Int) = (0, 0)
        var skew = 0.0
        var visits: [RequestLogEntry] = []
        /// Changes by other users between two pages of a list.
        var betweenPages: [@Sendable (FakeMonica) -> Void] = []
    }

    let state = Mutex(State())

    /// Creates an instance with one account. The ids of its types differ from the ids of other accounts.
    package init() {
        state.withLock { state in
            state.categories[1] = Named(id: 1, name: "simple_activities")
            for (place, name) in [
                "just_hung_out", "watched_movie_at_home", "talked_at_home", "went_theater", "went_museum",
            ].enumerated() {
                state.types[place + 9] = Named(id: place + 9, name: name, category: 1)
            }
            state.types[99] = Named(id: 99, account: 2, name: "Phone call", category: 1)
            state.next = 100
        }
    }

    // MARK: Configuration

    /// Sets the number of requests per minute, or `nil` for no limit.
    package func setLimit(_ limit: Int?) { state.withLock { $0.limit = limit } }

    /// Plans a fault for the next request whose path starts with `path`.
    package func plan(_ fault: Fault, _ method: String? = nil, at path: String = "/") {
        state.withLock { $0.faults.append((path, method, fault)) }
    }

    /// Revokes the token after a number of further requests. `nil` restores it.
    package func revoke(after requests: Int?) { state.withLock { $0.requestsLeft = requests } }

    /// Sets the clock skew in seconds.
    package func setSkew(_ seconds: Double) { state.withLock { $0.skew = seconds } }

    /// Runs a function after the next page of a list.
    package func afterNextPage(_ body: @escaping @Sendable (FakeMonica) -> Void) {
        state.withLock { $0.betweenPages.append(body) }
    }

    /// The requests so far.
    package var visits: [RequestLogEntry] { state.withLock { $0.visits } }

    // MARK: Requests

    /// Responds to a request at a time in seconds since 1970.
    package func answer(_ request: LoopbackRequest, at now: Double) -> LoopbackReply {
        let (reply, after) = state.withLock {
            state -> (LoopbackReply, (@Sendable (FakeMonica) -> Void)?) in
            let reply = state.answer(request, at: now)
            state.visits.append(
                RequestLogEntry(
                    method: request.method, path: request.path, at: now, status: reply.status,
                    correlation: request.headers["x-correlation-id"],
                    traceparent: request.headers["traceparent"]))
            let isPage =
                request.method == "GET" && ["/api/calls", "/api/activities"].contains(request.path)
                && reply.status == 200
            let after = isPage && !state.betweenPages.isEmpty ? state.betweenPages.removeFirst() : nil
            return (reply, after)
        }
        after?(self)
        return reply
    }
}

extension FakeMonica.State {
    mutating func answer(_ request: LoopbackRequest, at now: Double) -> LoopbackReply {
        let second = Int((now + skew).rounded(.down))
        var headers = [(name: "Date", value: MonicaJSON.httpDate(second))]
        if let door = door(request, at: now, &headers) { return door }
        guard let fault = nextFault(request) else { return reply(route(request, second), headers) }
        switch fault {
        case .dropBefore: return .dropped
        case .dropAfter:
            _ = route(request, second)
            return .dropped
        case .errorAfter:
            _ = route(request, second)
            return page(500, headers)
        case .orphan:
            _ = route(request, second, isOrphan: true)
            return page(500, headers)
        default: return MonicaJSON.faultResponse(fault, headers)
        }
    }

    private func page(_ status: Int, _ headers: [(name: String, value: String)]) -> LoopbackReply {
        MonicaJSON.page(status, "Server Error", headers)
    }

    private func reply(
        _ answer: (status: Int, json: [String: Any]), _ headers: [(name: String, value: String)]
    ) -> LoopbackReply {
        LoopbackReply(
            status: answer.status, headers: headers + [("Content-Type", "application/json")],
            body: MonicaJSON.bytes(answer.json))
    }

    /// Returns the response to a request without a valid token or over the rate limit, or `nil` for other
    /// requests.
    private mutating func door(
        _ request: LoopbackRequest, at now: Double, _ headers: inout [(name: String, value: String)]
    ) -> LoopbackReply? {
        let isKnown = request.headers["authorization"] == "Bearer \(token)" && requestsLeft != 0
        if let left = requestsLeft { requestsLeft = max(0, left - 1) }
        guard isKnown else {
            guard request.headers["accept"]?.contains("json") == true else {
                return LoopbackReply(status: 302, headers: headers + [("Location", "/login")])
            }
            return reply((401, ["message": "Unauthenticated."]), headers)
        }
        guard let limit else { return nil }
        if now - window.start >= 60 { window = (now, 0) }
        headers.append(("X-RateLimit-Limit", "\(limit)"))
        guard window.count < limit else {
            let left = Int((window.start + 60 - now).rounded(.up))
            let error: [String: Any] = [
                "message": "Too many attempts, please slow down the request.", "error_code": 34,
            ]
            return reply(
                (429, ["error": error]),
                headers + [
                    ("X-RateLimit-Remaining", "0"), ("Retry-After", "\(left)"),
                    ("X-RateLimit-Reset", "\(Int(now + skew) + left)"),
                ])
        }
        window.count += 1
        headers.append(("X-RateLimit-Remaining", "\(limit - window.count)"))
        return nil
    }

    private mutating func nextFault(_ request: LoopbackRequest) -> FakeMonica.Fault? {
        let place = faults.firstIndex { planned in
            request.path.hasPrefix(planned.path) && planned.method.map { $0 == request.method } ?? true
        }
        return place.map { faults.remove(at: $0).fault }
    }
}
