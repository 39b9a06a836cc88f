#if DEBUG
    /// The HTTP client of a shipper.
    public protocol DebugLogTransport: Sendable {
        /// Sends a `POST` request and returns the response, even if its status is an error.
        ///
        /// An implementation must stop when its task is canceled, must not follow redirects, and must read at
        /// most ``DebugLogShipper/maximumResponseSize`` bytes of the response.
        ///
        /// - Parameters:
        ///   - body: The body.
        ///   - path: The path, relative to the server's address.
        ///   - headers: The headers.
        /// - Returns: The response.
        /// - Throws: Any error if there is no response.
        func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogResponse
    }

    /// An HTTP response.
    public struct DebugLogResponse: Sendable {
        /// The status code.
        public var status: Int
        /// The body.
        public var body: [UInt8]
        /// The value of the header `Retry-After`, or `nil` if the response has no such header.
        public var retryAfter: String?
        /// The value of the header `Date`, or `nil` if the response has no such header.
        public var date: String?

        /// Creates a response.
        ///
        /// - Parameters:
        ///   - status: The status code.
        ///   - body: The body.
        ///   - retryAfter: The header `Retry-After`.
        ///   - date: The header `Date`.
        public init(status: Int, body: [UInt8] = [], retryAfter: String? = nil, date: String? = nil) {
            self.status = status
            self.body = body
            self.retryAfter = retryAfter
            self.date = date
        }
    }
#endif
