#if Server
    import FoundationEssentials
    import HTTPTypes
    import Hummingbird
    import Ilk
    import IlkPipeline
    import IlkSyncStore
    import IlkVocabulary
    import NIOCore

    /// `POST /v1/classify`: one text, or a stream of NDJSON.
    struct ClassifyRoutes {
        let service: TextClassificationService
        let access: Access
        let settings: ServerSettings
        let budget: BodyBudget

        private static let streams: Set = ["application/x-ndjson", "application/ndjson", "application/jsonl"]

        func add(to router: Router<ServerRequestContext>) {
            router.post("/v1/classify") { request, context in
                try await access.check(request, .classify, on: context)
                switch request.mediaType {
                case "", "text/plain": return try await one(request)
                case let type where Self.streams.contains(type): return stream(request, type)
                default:
                    throw Problem(
                        .unsupportedMediaType, "media-type",
                        "the body is to be text/plain or application/x-ndjson")
                }
            }
        }

        private func one(_ request: Request) async throws -> Response {
            try await request.withWholeBody(
                upTo: settings.text, within: settings.patience, budget: budget
            ) { bytes in
                let pipeline = service.pipeline
                let verdict = try bytes.withUnsafeBufferPointer { try pipeline.classify($0) }
                var json = VerdictJSON(pipeline)
                json.write(verdict)
                if service.looksBack {
                    await service.remember(String(decoding: bytes, as: UTF8.self), verdict)
                }
                return .json(json.bytes + [0x0A])
            }
        }

        /// Answers while it reads: each line waits for those before it only.
        private func stream(_ request: Request, _ type: String) -> Response {
            let (service, settings, budget, body) = (service, settings, budget, request.body)
            return Response(
                status: .ok, headers: [.contentType: type],
                body: ResponseBody { writer in
                    let lines = try VerdictLines(service.pipeline, settings)
                    var held = 0
                    defer { budget.release(held) }
                    let remembers = service.looksBack
                    var output: [UInt8] = []
                    var parts = body.makeAsyncIterator()
                    while true {
                        let part = try await parts.next()
                        let bytes = part.map { Array($0.readableBytesView) } ?? []
                        let said = bytes.withUnsafeBufferPointer {
                            lines.take($0, isLast: part == nil, remembering: remembers, into: &output)
                        }
                        // A line that is not complete is memory that waits for the client.
                        try budget.resize(&held, to: lines.pendingBytes)
                        for one in said { await service.remember(one.text, one.verdict) }
                        if !output.isEmpty { try await writer.write(ByteBuffer(bytes: output)) }
                        output.removeAll(keepingCapacity: true)
                        if part == nil { break }
                    }
                    try await writer.finish(nil)
                })
        }
    }
#endif
