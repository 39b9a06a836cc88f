#if DEBUG
    public import IlkDebug

    /// Sends the requests of a debug build's ``DebugLogShipper`` over a separate HTTP client. Unlike sync
    /// requests, these requests carry no token and log no events.
    public struct WebDebugCarrier: DebugLogTransport {
        private let address: WebAddress
        private let client: any WebClient

        /// Creates a carrier.
        ///
        /// - Parameters:
        ///   - address: The server.
        ///   - client: The HTTP client. Do not share it with a sync, because the requests of the sync would
        ///     wait for it.
        public init(to address: WebAddress, over client: any WebClient = CurlClient()) {
            self.address = address
            self.client = client
        }

        /// Sends a `POST` request.
        ///
        /// - Parameters:
        ///   - body: The request body.
        ///   - path: The path below the server's address, starting with `/`.
        ///   - headers: The request headers.
        /// - Returns: The response.
        /// - Throws: ``WebFailure``.
        public func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogResponse {
            let reply = try await client.send(
                WebRequest(.post, address.text + path, headers: headers, body: body))
            return DebugLogResponse(
                status: reply.status, body: reply.body, retryAfter: reply.header("Retry-After"),
                date: reply.header("Date"))
        }
    }
#endif
