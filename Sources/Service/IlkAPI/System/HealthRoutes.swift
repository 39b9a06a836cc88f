import IlkFraming
import IlkHTTP
import IlkSyncStore

/// `/livez` (the process runs), `/startupz` (it has started), `/readyz` (all checks pass, else status 503 with the problems) and
/// `/metrics`.
struct HealthRoutes {
    let parts: ServerServices
    /// The stores of the applications that must be readable.
    let records: [ServerStore]
    let settings: ServerSettings

    var routes: [Route] { [live, started, ready] + (parts.metrics.map { [metrics($0)] } ?? []) }

    private var live: Route { response("/livez", "checkLiveness", "the process runs") }

    /// The server listens only after everything is loaded, so it has started if it responds.
    private var started: Route { response("/startupz", "checkStart", "the server has started") }

    /// Returns a route whose response proves a fact.
    private func response(_ path: RoutePath, _ name: String, _ fact: String) -> Route {
        Route(
            .get, path, name, tag: "system", "Check that \(fact).",
            answers: [.init(200, "Always: \(fact).", Self.json, .object([Self.status]))],
            isHealthCheck: true, briefBody: 0
        ) { _ in .json(Array(#"{"status":"ok"}"#.utf8)) }
    }

    private var ready: Route {
        let form = JSONSchema.object([
            Self.status,
            .init(
                "checks", .object([], others: .each(.string())), isRequired: true,
                "By the name of the check: 'ok' or the problem."),
        ])
        return Route(
            .get, "/readyz", "checkReadiness", tag: "system", "Check that all services are available.",
            answers: [
                .init(200, "All checks pass.", Self.json, form),
                .init(503, "A check fails.", Self.json, form),
            ],
            isHealthCheck: true
        ) { [checks = parts.checks, records] _ in
            var problems: [(String, String?)] = []
            for check in checks { problems.append((check.name, await check.problem())) }
            for store in records where !problems.contains(where: { $0.0 == store.name }) {
                problems.append((store.name, await store.problem()))
            }
            var writer = JSONWriter()
            writer.beginObject()
            let isReady = problems.allSatisfy { $0.1 == nil }
            writer.field("status", isReady ? "ok" : "unavailable")
            writer.key("checks")
            writer.beginObject()
            for (name, problem) in problems { writer.field(name, problem ?? "ok") }
            writer.endObject()
            writer.endObject()
            return .json(writer.bytes, status: isReady ? 200 : 503)
        }
    }

    private func metrics(_ page: (mediaType: String, text: @Sendable () async -> String)) -> Route {
        Route(
            .get, "/metrics", "readMetrics", tag: "system", "Read the metrics in the Prometheus text format.",
            access: settings.needsMetricsToken ? .token(.metrics) : .open,
            answers: [.init(200, "The metrics.", [MediaType(page.mediaType).name])], isHealthCheck: true
        ) { _ in
            APIResponse(200, page.mediaType, .bytes(Array(await page.text().utf8)))
        }
    }

    private static let json = ["application/json"]
    private static let status = JSONSchema.Field(
        "status", .choice(["ok", "unavailable"]), isRequired: true)
}
