#if Server
    import HTTPTypes
    import Hummingbird
    import IlkDebugStore
    import IlkSyncStore
    import NIOCore

    /// `POST /debug/logs` and OpenTelemetry's `POST /v1/logs`: debug events (`docs/reference/debug.md`).
    ///
    /// Both require a token, even on an open server, and accept only `application/json`. A page of another
    /// site cannot send that media type without a CORS preflight, which this server does not answer.
    struct DebugRoutes {
        let intake: DebugIntake
        let access: Authorizer
        let settings: ServerSettings
        let budget: BodyBudget
        private let turns = ConcurrencyLimit()

        func add(to router: Router<ServerRequestContext>) {
            for route in DebugIntake.Route.allCases {
                router.post(RouterPath(route.rawValue)) { request, context in
                    try await access.check(request, .debug, on: context)
                    return try await accept(request, route)
                }
            }
        }

        private func accept(_ request: Request, _ route: DebugIntake.Route) async throws -> Response {
            // A request can need as much memory as a decompressed body, so few run at a time. Clients retry.
            guard turns.enter(settings.debugRequests) else {
                throw Problem(
                    .tooManyRequests, "busy", "too many concurrent requests with debug events", retryAfter: 1)
            }
            defer { turns.leave() }
            let answer = try await request.withWholeBody(
                upTo: settings.maxBody, within: settings.deadline, budget: budget
            ) { body in
                await intake.handle(
                    body, contentType: request.headers[.contentType],
                    encoding: request.headers[.contentEncoding], on: route)
            }
            if let detail = answer.problem { throw Self.problem(answer, detail) }
            return .json(answer.body, status: HTTPResponse.Status(integerLiteral: answer.status))
        }

        private static func problem(_ answer: DebugIntake.Response, _ detail: String) -> Problem {
            let type =
                switch answer.status {
                case 413: "too-long"
                case 415: "media-type"
                case 503: "busy"
                default: "not-debug"
                }
            return Problem(
                HTTPResponse.Status(integerLiteral: answer.status), type, detail,
                retryAfter: answer.retryAfter)
        }
    }
#endif
