import FoundationEssentials
import IlkDebug
public import IlkStore
import IlkVocabulary

/// How every request of syncing goes out: to one server, with one token, each with a correlation of its own. The one place
/// for what all requests have in common.
public struct SyncTransport: Sendable {
    /// The server.
    public let address: WebAddress
    private let client: any WebClient
    private let token: String?
    private let ids: RecordIDSource

    /// A transport to a server.
    ///
    /// - Parameters:
    ///   - address: The server.
    ///   - token: What it knows us by; sent in each request, shown nowhere.
    ///   - client: What carries requests.
    ///   - ids: Where correlations come from.
    public init(
        to address: WebAddress, token: String?, client: any WebClient, ids: RecordIDSource = RecordIDSource()
    ) {
        self.address = address
        self.token = token
        self.client = client
        self.ids = ids
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
        return try await client.send(
            WebRequest(
                method, address.text + path + (asked.isEmpty ? "" : "?" + asked), headers: headers, body: body
            ))
    }

    /// What every request has. The trace's id is the correlation's, so that the two never say different things.
    private static func headers(
        _ correlation: RecordID, span: RecordID
    ) -> [(name: String, value: String)] {
        var headers = [
            (name: "User-Agent", value: "ilk"),
            (name: TraceParent.correlationHeader, value: correlation.description),
        ]
        if let parent = TraceParent(correlationId: correlation, spanId: span.words.low) {
            headers.append((name: TraceParent.header, value: parent.text))
        }
        return headers
    }
}
