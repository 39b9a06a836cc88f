import FoundationEssentials
import IlkDebug
public import IlkStore
public import IlkVocabulary

/// How every request of syncing goes out: to one server, with one token, each with a correlation of its own. The one place
/// for what all requests have in common.
public struct SyncTransport: Sendable {
    /// What is known of a request when it has ended: no header, no body, no query.
    public struct Trace: Sendable, Hashable {
        /// What it did.
        public var method: WebRequest.Method
        /// The path below the server's address.
        public var path: String
        /// By which server and client speak of the same request: a UUID.
        public var correlationID: RecordID
        /// The answer's status; nil when there was none.
        public var status: Int?
    }

    /// The server.
    public let address: WebAddress
    private let client: any WebClient
    private let token: String?
    private let ids: RecordIDSource
    private let observe: @Sendable (Trace) -> Void

    /// A transport to a server.
    ///
    /// - Parameters:
    ///   - address: The server.
    ///   - token: What it knows us by; sent in each request, shown nowhere.
    ///   - client: What carries requests.
    ///   - ids: Where correlations come from.
    ///   - observe: Is told of each request when it has ended.
    public init(
        to address: WebAddress, token: String?, client: any WebClient, ids: RecordIDSource = RecordIDSource(),
        observe: @escaping @Sendable (Trace) -> Void = { _ in }
    ) {
        self.address = address
        self.token = token
        self.client = client
        self.ids = ids
        self.observe = observe
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - path: Below the server's address, with its first `/`.
    ///   - query: Names and values, as they are: letters, digits, `-`, `_`, `%`.
    ///   - more: What the header has besides.
    ///   - body: The body.
    ///   - type: Its media type, and the one that the answer is wanted in.
    /// - Throws: ``WebFailure``.
    public func send(
        _ method: WebRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
        headers more: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        type: String = "application/json"
    ) async throws(WebFailure) -> WebReply {
        let correlation = ids.next()
        #if DEBUG
            DebugLogger.shared.log(
                event: "API_REQUEST",
                payload: [
                    "method": .string(method.rawValue), "path": .string(path),
                    "correlationId": .string(correlation.description),
                ], correlationId: correlation)
        #endif
        var headers = Self.headers(correlation, span: ids.next())
        headers += more
        headers.append(("Accept", type))
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        if body != nil { headers.append(("Content-Type", type)) }
        let asked = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let request = WebRequest(
            method, address.text + path + (asked.isEmpty ? "" : "?" + asked), headers: headers, body: body)
        do {
            let reply = try await client.send(request)
            observe(Trace(method: method, path: path, correlationID: correlation, status: reply.status))
            return reply
        } catch {
            observe(Trace(method: method, path: path, correlationID: correlation, status: nil))
            throw error
        }
    }

    /// What every request has. The trace's id is the correlation's, so that the two never say different things.
    private static func headers(
        _ correlation: RecordID, span: RecordID
    ) -> [(name: String, value: String)] {
        var headers = [
            ("User-Agent", "ilk"), (TraceParent.correlationHeader, correlation.description),
        ]
        let spanID = span.words.low
        if let parent = TraceParent(correlationId: correlation, spanId: spanID) {
            headers.append((TraceParent.header, parent.text))
        }
        return headers.map { (name: $0.0, value: $0.1) }
    }
}
