#if Server
    import FoundationEssentials
    import HTTPTypes
    import Hummingbird
    import Ilk
    import IlkFraming
    import IlkSyncStore
    import NIOCore

    /// `POST /v1/classify`: one text, or an NDJSON stream.
    struct ClassifyRoutes {
        let service: TextClassificationService
        let taxonomies: [(name: String, service: TextClassificationService)]
        let access: Authorizer
        let settings: ServerSettings
        let budget: BodyBudget

        private static let streams: Set = ["application/x-ndjson", "application/ndjson", "application/jsonl"]

        func add(to router: Router<ServerRequestContext>) {
            router.post("/v1/classify") { request, context in
                try await access.check(request, .classify, on: context)
                let service = try service(for: request)
                let components = try Self.showsComponents(request)
                switch request.mediaType {
                case "", "text/plain": return try await one(request, service, components)
                case let type where Self.streams.contains(type):
                    return stream(request, type, service, components)
                default:
                    throw Problem(
                        .unsupportedMediaType, "media-type",
                        "the body must be text/plain or application/x-ndjson")
                }
            }
        }

        /// Returns the service of the taxonomy that a request names.
        private func service(for request: Request) throws -> TextClassificationService {
            guard let name = request.uri.queryParameters["taxonomy"] else { return service }
            if let named = taxonomies.first(where: { $0.name == name }) { return named.service }
            let names = taxonomies.map(\.name).joined(separator: ", ")
            throw Problem(.notFound, "taxonomy", "unknown taxonomy; the taxonomies are \(names)")
        }

        /// Returns `true` if a request asks for the verdicts of rules and model alone.
        private static func showsComponents(_ request: Request) throws -> Bool {
            switch request.uri.queryParameters["components"] ?? "false" {
            case "false": false
            case "true": true
            default: throw Problem(.badRequest, "request", "components must be true or false")
            }
        }

        private func one(
            _ request: Request, _ service: TextClassificationService, _ components: Bool
        ) async throws -> Response {
            try await request.withWholeBody(
                upTo: settings.maxText, within: settings.deadline, budget: budget
            ) { bytes in
                var output: [UInt8] = []
                let stream = try service.stream { JSONVerdicts($0, .bare, components: components) }
                let outcome = try bytes.withUnsafeBufferPointer { try stream.whole($0, into: &output) }
                if let request = outcome.log { await service.log(request) }
                return .json(output)
            }
        }

        /// Responds while it reads. Each line waits only for the lines before it.
        private func stream(
            _ request: Request, _ type: String, _ service: TextClassificationService, _ components: Bool
        ) -> Response {
            let (budget, body, settings) = (budget, request.body, records)
            return Response(
                status: .ok, headers: [.contentType: type],
                body: ResponseBody { writer in
                    let stream = try service.stream(settings) {
                        JSONVerdicts($0, .lines, components: components)
                    }
                    var held = 0
                    defer { budget.release(held) }
                    var output: [UInt8] = []
                    var parts = body.makeAsyncIterator()
                    while true {
                        let part = try await parts.next()
                        Self.append(part, to: stream)
                        var requests: [LogRequest] = []
                        while let outcome = try stream.next(into: &output) {
                            if let request = outcome.log { requests.append(request) }
                        }
                        // An incomplete line is memory that is held until the client continues. Count it.
                        let pending = min(stream.records.lines.pendingBytes, settings.maxRecord)
                        try budget.resize(&held, to: pending)
                        for request in requests { await service.log(request) }
                        if !output.isEmpty { try await writer.write(ByteBuffer(bytes: output)) }
                        output.removeAll(keepingCapacity: true)
                        if part == nil { break }
                    }
                    try await writer.finish(nil)
                })
        }

        /// The framing of a stream.
        private var records: RecordFramer.Settings {
            var records = RecordFramer.Settings()
            records.framing = .ndjson(field: "text")
            records.maxRecord = settings.maxText
            records.splicer = JSONLineSplicer()
            // Body parts are small and many streams are open at a time, so use growable blocks of 16 KiB.
            records.blockBytes = 1 << 14
            return records
        }

        /// Appends a part of a body. `nil` ends the body.
        private static func append(_ part: ByteBuffer?, to stream: ClassificationStream) {
            guard let part else { return stream.records.lines.finish() }
            part.withUnsafeReadableBytes { bytes in
                stream.records.lines.append(bytes.assumingMemoryBound(to: UInt8.self))
            }
        }
    }
#endif
