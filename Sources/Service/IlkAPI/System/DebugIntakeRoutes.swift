import IlkDebugStore
import IlkHTTP
import IlkSyncStore

/// `POST /debug/logs` and OpenTelemetry's `POST /v1/logs`: debug events (`docs/reference/debug.md`).
///
/// Both routes require a token, even on an open server, unless ``ServerSettings/acceptsOpenDebugEvents`` is set.
/// They accept only `application/json`. A page of another site cannot send that media type without a CORS
/// preflight, which this server permits only for chosen origins. The intake decompresses bodies with its own code, because its limit is larger than the limit of
/// other routes.
struct DebugIntakeRoutes {
    let intake: DebugIntake
    let settings: ServerSettings
    private let turns = ConcurrencyLimit()

    init(intake: DebugIntake, settings: ServerSettings) {
        self.intake = intake
        self.settings = settings
    }

    var routes: [Route] {
        [
            route(.debugLogs, "sendDebugEvents", "Store debug events."),
            route(.otlp, "sendOpenTelemetryLogs", "Store logs of OpenTelemetry (OTLP/HTTP) as debug events."),
        ]
    }

    private func route(_ kind: DebugIntake.Route, _ name: String, _ summary: String) -> Route {
        Route(
            .post, RoutePath(kind.rawValue), name, tag: "debug", summary,
            access: .debugIntake(settings),
            body: [.init(["application/json"], .bytes, "The events, plain or gzip.")],
            answers: [
                .init(200, "All events are stored."),
                .init(207, "The outcome of each event, if events have different outcomes."),
            ],
            problems: [.queueFull], takesCodedBody: true
        ) { [self] call in try await accept(call, kind) }
    }

    private func accept(_ call: APICall, _ kind: DebugIntake.Route) async throws -> APIResponse {
        // A request can need as much memory as a decompressed body, so few run at a time. Refused clients try
        // again.
        guard turns.enter(settings.debugRequests) else {
            throw Problem(
                .queueFull,
                "too many concurrent requests with debug events: the maximum is \(settings.debugRequests)",
                retryAfter: 1)
        }
        defer { turns.leave() }
        let body = try await call.body.whole(upTo: settings.maxBody)
        let answer = await intake.handle(
            body, contentType: call.request.headers["Content-Type"],
            encoding: call.request.headers["Content-Encoding"], on: kind)
        if let detail = answer.problem { throw Self.problem(answer, detail) }
        return .json(answer.body, status: answer.status)
    }

    private static func problem(_ answer: DebugIntake.Response, _ detail: String) -> Problem {
        let type: ProblemType =
            switch answer.status {
            case 413: .tooLarge
            case 415: .mediaType
            case 503: .busy
            default: .malformedBody
            }
        return answer.retryAfter.map { Problem(type, detail, retryAfter: $0) } ?? Problem(type, detail)
    }
}
