#if DEBUG
    /// What carries a shipper's requests: a client of HTTP, whichever the program has.
    public protocol DebugLogCarrier: Sendable {
        /// Makes a `POST` to a path below the server's address and gives the answer, whatever its status.
        ///
        /// It ends when its task is cancelled, follows no redirect, and reads no more than ``DebugLogShipper/largestAnswer``
        /// bytes of an answer.
        ///
        /// - Throws: Anything, where there is no answer.
        func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogReply
    }

    /// A server's answer.
    public struct DebugLogReply: Sendable {
        /// The status.
        public var status: Int
        /// The body.
        public var body: [UInt8]
        /// The header `Retry-After`, if there is one.
        public var retryAfter: String?
        /// The header `Date`, if there is one.
        public var date: String?

        /// An answer of these parts.
        public init(status: Int, body: [UInt8] = [], retryAfter: String? = nil, date: String? = nil) {
            self.status = status
            self.body = body
            self.retryAfter = retryAfter
            self.date = date
        }
    }
#endif
