import FoundationEssentials
import IlkDebug
public import IlkStore
import IlkVocabulary

/// Sends all requests of a sync to one server, with one token and a correlation ID for each request.
public struct SyncTransport: Sendable {
    /// The server.
    public let address: WebAddress
    private let client: any WebClient
    private let token: String?
    private let ids: RecordIDSource

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - address: The server.
    ///   - token: The bearer token, or `nil` to send none. The token is never printed or logged.
    ///   - client: The HTTP client.
    ///   - ids: The source of correlation IDs.
    public init(
        to address: WebAddress, token: String?, client: any WebClient, ids: RecordIDSource = RecordIDSource()
    ) {
        self.address = address
        self.token = token
        self.client = client
        self.ids = ids
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path below the server's address, starting with `/`.
    ///   - query: Names and values, already percent-encoded.
    ///   - more: Additional headers.
    ///   - body: The request body.
    ///   - type: The media type of the body and of the expected response.
    /// - Returns: The response, whatever its status.
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

    /// Returns the common headers. The trace ID equals the correlation ID.
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
