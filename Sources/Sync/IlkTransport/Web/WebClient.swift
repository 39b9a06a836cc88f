/// A request of HTTP, ready to go.
public struct WebRequest: Sendable {
    /// What a request does.
    public enum Method: String, Sendable, Hashable {
        /// To read.
        case get = "GET"
        /// To create: twice creates two.
        case post = "POST"
        /// To replace all of something.
        case put = "PUT"
        /// To delete.
        case delete = "DELETE"
    }

    /// What it does.
    public var method: Method
    /// The whole address.
    public var url: String
    /// Name and value, in order. Values may be secret: a request is never shown.
    public var headers: [(name: String, value: String)]
    /// The body, if there is one.
    public var body: [UInt8]?

    /// A request of these parts.
    public init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// An answer of HTTP.
public struct WebReply: Sendable {
    /// The status: 200 to 599.
    public var status: Int
    /// Name and value, in order.
    public var headers: [(name: String, value: String)]
    /// The body; empty when there is none.
    public var body: [UInt8]

    /// An answer of these parts.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header, whatever the case of its name.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Why there is no answer.
public struct WebFailure: Error, Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// The program was built without the network (the trait `Network`).
        case absent
        /// There is no such host, or nobody takes the connection. Nothing was sent.
        case unreachable
        /// The server cannot show by its certificate who it is. Nothing was sent.
        case distrusted
        /// The time ran out. What was sent may have been done.
        case late
        /// The answer is larger than is taken. What was sent may have been done.
        case tooLarge
        /// The connection ended early, or what came is no HTTP. What was sent may have been done.
        case broken
        /// The address is no address.
        case badAddress
        /// The task was cancelled. What was sent may have been done.
        case cancelled
    }

    /// What happened.
    public var kind: Kind
    /// In words, for people, without anything of the request's; may be empty.
    public var detail: String

    /// A failure of these parts.
    public init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}

/// What carries requests to servers.
///
/// It follows no redirect, keeps no cookie and sends a `POST` once: a connection that breaks under it is a failure, not a
/// reason to send it again.
public protocol WebClient: Sendable {
    /// Makes a request.
    ///
    /// - Throws: ``WebFailure``.
    func send(_ request: WebRequest) async throws(WebFailure) -> WebReply
}
