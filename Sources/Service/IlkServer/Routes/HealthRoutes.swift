#if Server
    import HTTPTypes
    import Hummingbird
    import IlkFraming
    import IlkSyncStore

    /// `/livez` (the process runs), `/readyz` (all checks pass, else status 503 with the problems) and
    /// `/metrics`.
    struct HealthRoutes {
        let parts: ServerServices
        let access: Authorizer

        func add(to router: Router<ServerRequestContext>) {
            router.get("/livez") { _, _ in Response.json(Array(#"{"status":"ok"}"#.utf8)) }
            router.get("/readyz") { [parts] _, _ in
                var problems: [(String, String?)] = []
                for check in parts.checks { problems.append((check.name, await check.problem())) }
                var writer = JSONWriter()
                writer.beginObject()
                let isReady = problems.allSatisfy { $0.1 == nil }
                writer.field("status", isReady ? "ok" : "unavailable")
                writer.key("checks")
                writer.beginObject()
                for (name, problem) in problems { writer.field(name, problem ?? "ok") }
                writer.endObject()
                writer.endObject()
                return Response.json(writer.bytes, status: isReady ? .ok : .serviceUnavailable)
            }
            guard let metrics = parts.metrics else { return }
            router.get("/metrics") { [access] request, context in
                if access.isNeededForMetrics { try await access.check(request, .metrics, on: context) }
                let page = await metrics.text()
                return Response(
                    status: .ok, headers: [.contentType: metrics.mediaType],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
            }
        }
    }

    extension Response {
        static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
            Response(
                status: status, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
#endif
