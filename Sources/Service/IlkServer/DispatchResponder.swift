#if Server
    import Glibc
    import HTTPTypes
    import Hummingbird
    import IlkAPI
    import HummingbirdCore
    import IlkHTTP
    import Logging
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
                    headers: Self.headers(of: request),
                    body: IncomingBody(request, within: deadline, budget: budget),
                    client: channel.remoteAddress?.ipAddress ?? "",
                    authenticated: { [connections] in connections.authenticate(channel) }))
            return Self.response(answer)
        }

        private static func headers(of request: Request) -> HeaderFields {
            var fields = HeaderFields(request.headers.map { ($0.name.rawName, $0.value) })
            // NIO's conversion of requests moves this field into the head.
            fields["Host"] = request.head.authority
            return fields
        }

        /// Returns a function that answers requests of a connection, as Hummingbird's application does.
        func writing(_ logger: Logger) -> HTTPChannelHandler.Responder {
            { request, writer, channel in
                let source = ApplicationRequestContextSource(channel: channel, logger: logger)
                var response = try await respond(to: request, context: ServerRequestContext(source: source))
                response.headers[.date] = Self.date()
                try await writer.write(response: response.head, body: response.body)
            }
        }

        /// The present time as in RFC 9110.
        private static func date() -> String {
            var (now, parts, text) = (time(nil), tm(), [CChar](repeating: 0, count: 40))
            gmtime_r(&now, &parts)
            let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
            /// The writer of the response. Only one task uses it, and that task awaits each write.
            nonisolated(unsafe) var base: any ResponseBodyWriter

            mutating func write(_ bytes: [UInt8]) async throws {
                try await base.write(ByteBuffer(bytes: bytes))
            }
        }
    }
#endif
