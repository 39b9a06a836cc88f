/// A response, independent of the connection that sends it.
package struct APIResponse: Sendable {
    /// The body, or a function that writes it.
    package enum Body: Sendable {
        case bytes([UInt8])
        case stream(@Sendable (inout any BodyWriter) async throws -> Void)
    }

    package var status: Int
    package var headers: HeaderFields
    package var body: Body
    /// `false` if the route can change data, but this request changed none, such as a preview.
    package var hasChanged = true
    /// The bytes to store as the response to repetitions of the request, or `nil` to store the bytes of
    /// ``body``. They contain no texts and notes, because an erasure does not reach them.
    package var repeated: [UInt8]?

    package init(_ status: Int, _ mediaType: String?, _ body: Body) {
        self.status = status
        headers = mediaType.map { ["Content-Type": $0] } ?? [:]
        self.body = body
    }

    package static func json(_ bytes: [UInt8], status: Int = 200) -> APIResponse {
        APIResponse(status, "application/json", .bytes(bytes))
    }

    package static func text(_ text: String) -> APIResponse {
        APIResponse(200, "text/plain; charset=utf-8", .bytes(Array(text.utf8)))
    }
}

/// Receives the body of a response part by part.
package protocol BodyWriter {
    /// Writes a part, and waits while the client reads slowly.
    mutating func write(_ bytes: [UInt8]) async throws
}
