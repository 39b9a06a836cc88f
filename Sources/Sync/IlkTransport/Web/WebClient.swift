/// An HTTP request.
public struct WebRequest: Sendable {
    /// An HTTP method.
    public enum Method: String, Sendable, Hashable {
        /// Reads a resource.
        case get = "GET"
        /// Creates a resource. Not idempotent.
        case post = "POST"
        /// Replaces a resource.
        case put = "PUT"
        /// Deletes a resource.
        case delete = "DELETE"
    }

    /// The method.
    public var method: Method
    /// The complete URL.
    public var url: String
    /// The headers in order. Values may be secret and are never printed.
    public var headers: [(name: String, value: String)]
    /// The body, or `nil` for a request without a body.
    public var body: [UInt8]?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The complete URL.
    ///   - headers: The headers in order.
    ///   - body: The body, or `nil` for a request without a body.
    public init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// An HTTP response.
public struct WebReply: Sendable {
    /// The status code, 200 to 599.
    public var status: Int
    /// The headers in order.
    public var headers: [(name: String, value: String)]
    /// The body, or an empty array.
    public var body: [UInt8]

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers in order.
    ///   - body: The body.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the first value of a header.
    ///
    /// - Parameter name: The name of the header, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The reason why a request has no response.
public struct WebFailure: Error, Sendable, Hashable {
    /// The type of failure.
    public enum Kind: Sendable, Hashable {
        /// The program was built without the package trait `Network`, or libcurl is not installed.
        case absent
        /// The host does not exist or refuses connections. No data was sent.
        case unreachable
        /// The server's certificate is not trusted. No data was sent.
        case distrusted
        /// The deadline expired. The server may have executed the request.
        case late
        /// The response exceeds the limit. The server may have executed the request.
        case tooLarge
        /// The connection broke or the response is not HTTP. The server may have executed the request.
        case broken
        /// The URL is invalid.
        case badAddress
        /// The task was canceled. The server may have executed the request.
        case canceled
    }

    /// The type of failure.
    public var kind: Kind
    /// The message for the user, without data of the request. May be empty.
    public var detail: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: The type of failure.
    ///   - detail: The message for the user.
    public init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}

/// An HTTP client.
///
/// Implementations follow no redirects, keep no cookies and send a `POST` request only once. If the
/// connection breaks, they report a failure and do not retry.
public protocol WebClient: Sendable {
    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, whatever its status.
    /// - Throws: ``WebFailure``.
    func send(_ request: WebRequest) async throws(WebFailure) -> WebReply
}
