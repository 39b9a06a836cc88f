/// A request, independent of the connection that received it.
package struct APIRequest: Sendable {
    /// The method as sent, which may be unknown.
    package var method: String
    /// The path without the query, percent-encoded.
    package var path: String
    /// The query without the question mark, percent-encoded.
    package var query: String
    package var headers: HeaderFields
    package var body: any APIBody
    /// Returns the address of the client, or an empty string if it has none.
    private let address: @Sendable () -> String
    /// The monotonic time in nanoseconds at which the head of the request arrived, or `nil` if it is unknown.
    package var arrival: UInt64?
    /// Called when the request has presented a valid token.
    package var authenticated: @Sendable () -> Void

    package init(
        _ method: String, _ path: String, query: String = "", headers: HeaderFields = [:],
        body: any APIBody = BytesBody(), client: @autoclosure @escaping @Sendable () -> String = "",
        arrival: UInt64? = nil, authenticated: @escaping @Sendable () -> Void = {}
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        address = client
        self.arrival = arrival
        self.authenticated = authenticated
    }

    /// The address of the client, or an empty string if it has none.
    package var client: String { address() }
}
