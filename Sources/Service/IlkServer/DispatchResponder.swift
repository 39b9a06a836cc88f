#if Server
    import HTTPTypes
    import IlkAPI
    import HummingbirdCore
    import IlkHTTP
    import NIOCore
    import NIOHTTP1

    /// Passes requests from connections to the dispatcher, and its responses back to the connections.
    ///
    /// A connection has the thread of its event loop (``EventLoopExecutor``). Requests that may take longer are
    /// answered on other threads, so that they do not delay the connections of the event loop.
    struct DispatchResponder: Sendable {
        let dispatcher: Dispatcher
        let connections: ConnectionTable
        let budget: BodyBudget
        /// The deadline for a whole body, in seconds.
        let deadline: Int
        private let date = HTTPDate()

        private struct WriteFailure: Error {}

        /// Returns a function that answers the requests of connections.
        func responder() -> HTTPChannelHandler.Responder {
            { request, writer, channel in
                var response = Self.response(try await answer(request, channel))
                response.headers[.date] = date.now
                do {
                    try await writer.write(response: response.head, body: response.body)
                } catch is HTTPParserError {
                    // The connection answers an error of the parser with another response.
                    throw WriteFailure()
                }
            }
        }

        private func answer(_ request: Request, _ channel: any Channel) async throws -> APIResponse {
            let headers = Self.headers(of: request)
            let length = Self.bodyLength(headers)
            let incoming = APIRequest(
                request.method.rawValue, request.uri.path, query: request.uri.query ?? "", headers: headers,
                body: IncomingBody(request, length: length, within: deadline, budget: budget),
                client: channel.remoteAddress?.ipAddress ?? "", arrival: connections.arrival(channel),
                authenticated: { [connections] in connections.authenticate(channel) })
            guard !dispatcher.isBrief(incoming, bodyLength: length) else {
                return try await dispatcher.respond(to: incoming)
            }
            // Only a concurrent function changes to the other executor.
            return try await withTaskExecutorPreference(globalConcurrentExecutor) { @concurrent in
                try await dispatcher.respond(to: incoming)
            }
        }

        private static func headers(of request: Request) -> HeaderFields {
            var fields = HeaderFields(request.headers.map { ($0.name.rawName, $0.value) })
            // NIO's conversion of requests moves this field into the head.
            fields["Host"] = request.head.authority
            return fields
        }

        /// Returns the declared length of a body in bytes, or `nil` if it is unknown.
        private static func bodyLength(_ headers: HeaderFields) -> Int? {
            guard let length = headers["Content-Length"] else {
                return headers["Transfer-Encoding"] == nil ? 0 : nil
            }
            return Int(length)
        }

        /// The names of the most frequent fields, because creating a name takes longer than finding it.
        private static let names = Dictionary(
            uniqueKeysWithValues: ["Content-Type", "ETag", "Vary", "X-Correlation-ID"]
                .compactMap { text in HTTPField.Name(text).map { (text, $0) } })

        private static func response(_ answer: APIResponse) -> Response {
            var headers = HTTPFields()
            for (name, value) in answer.headers.fields {
                guard let name = names[name] ?? HTTPField.Name(name) else { continue }
                headers.append(HTTPField(name: name, value: value))
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
                    try await withTaskExecutorPreference(globalConcurrentExecutor) { @concurrent in
                        var parts: any BodyWriter = Writer(base: writer)
                        try await write(&parts)
                    }
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
