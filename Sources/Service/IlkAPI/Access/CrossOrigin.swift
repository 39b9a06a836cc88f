import IlkHTTP

/// Permission for pages of other web sites to use the API (CORS). Requests with cookies are not permitted.
struct CrossOrigin: Sendable {
    /// The permitted origins, such as `https://example.org`, or `*` for all. An empty set permits none.
    let origins: Set<String>

    private static let requestHeaders = [
        "Authorization", "Content-Encoding", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
        "Traceparent", "X-Correlation-ID",
    ]
    private static let responseHeaders = [
        "ETag", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Correlation-ID",
    ]

    /// Adds the CORS header fields to a response if the origin of the request is permitted.
    ///
    /// - Parameters:
    ///   - request: The request. `OPTIONS` with `Access-Control-Request-Method` is a preflight request.
    ///   - response: The response. Its header `Allow` lists the methods of the path.
    func permit(_ request: APIRequest, _ response: inout APIResponse) {
        guard !origins.isEmpty else { return }
        response.headers.addVary("Origin")
        guard let origin = request.headers["Origin"], origins.contains("*") || origins.contains(origin) else {
            return
        }
        response.headers["Access-Control-Allow-Origin"] = origins.contains("*") ? "*" : origin
        let isPreflight =
            request.method == "OPTIONS" && request.headers["Access-Control-Request-Method"] != nil
        guard isPreflight, let methods = response.headers["Allow"] else {
            response.headers["Access-Control-Expose-Headers"] = Self.responseHeaders.joined(separator: ", ")
            return
        }
        response.headers["Access-Control-Allow-Methods"] = methods
        response.headers["Access-Control-Allow-Headers"] = Self.requestHeaders.joined(separator: ", ")
        response.headers["Access-Control-Max-Age"] = "600"
    }
}
