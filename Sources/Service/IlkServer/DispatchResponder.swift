#if Server
    import HTTPTypes
    import Hummingbird
    import IlkAPI
    import IlkHTTP
    import NIOCore

    /// Passes requests from connections to the dispatcher, and its responses back to the connections.
    struct DispatchResponder: HTTPResponder {
        typealias Context = ServerRequestContext

        let dispatcher: Dispatcher
        let connections: ConnectionTable
        let budget: BodyBudget
        /// The deadline for a whole body, in seconds.
        let deadline: Int

        @concurrent func respond(to request: Request, context: ServerRequestContext) async throws -> Response
        {
            let channel = context.channel
            let answer = try await dispatcher.respond(
                to: APIRequest(
                    request.method.rawValue, request.uri.path, query: request.uri.query ?? "",
                    headers: HeaderFields(request.headers.map { ($0.name.rawName, $0.value) }),
                    body: IncomingBody(request, within: deadline, budget: budget),
                    authenticated: { [connections] in connections.authenticate(channel) }))
            return Self.response(answer)
        }

        private static func response(_ answer: APIResponse) -> Response {
            var headers = HTTPFields()
            for (name, value) in answer.headers.fields {
                if let name = HTTPField.Name(name) { headers[name] = value }
            }
            return Response(
                status: HTTPResponse.Status(code: answer.status), headers: headers, body: body(answer.body))
        }

        private static func body(_ body: APIResponse.Body) -> ResponseBody {
            switch body {
            case .bytes(let bytes):
                bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            case .stream(let write):
                ResponseBody { writer in
                    var parts: any BodyWriter = Writer(base: writer)
                    try await write(&parts)
                    try await writer.finish(nil)
                }
            }
        }

        private struct Writer: BodyWriter {
            /// Only one task uses it, and it awaits each write.
            nonisolated(unsafe) var base: any ResponseBodyWriter

            mutating func write(_ bytes: [UInt8]) async throws {
                try await base.write(ByteBuffer(bytes: bytes))
            }
        }
    }
#endif
