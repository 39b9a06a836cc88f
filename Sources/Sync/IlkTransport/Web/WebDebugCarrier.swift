#if DEBUG
    public import IlkDebug

    /// Carries the requests of a debug build's ``DebugLogShipper`` over a client of HTTP of their own, with nothing of what
    /// requests of syncing have: no token, and no event for each.
    public struct WebDebugCarrier: DebugLogCarrier {
        private let address: WebAddress
        private let client: any WebClient

        /// A carrier to a server.
        ///
        /// - Parameters:
        ///   - address: The server.
        ///   - client: What carries; not the one that syncing uses, which would wait for it.
        public init(to address: WebAddress, over client: any WebClient = CurlClient()) {
            self.address = address
            self.client = client
        }

        /// Makes a `POST`.
        ///
        /// - Throws: ``WebFailure``.
        public func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogReply {
            let reply = try await client.send(
                WebRequest(.post, address.text + path, headers: headers, body: body))
            return DebugLogReply(
                status: reply.status, body: reply.body, retryAfter: reply.header("Retry-After"),
                date: reply.header("Date"))
        }
    }
#endif
