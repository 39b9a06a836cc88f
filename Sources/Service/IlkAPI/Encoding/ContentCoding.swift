import IlkHTTP

/// The compression of bodies: `gzip` (RFC 9110).
enum ContentCoding {
    static let gzip = "gzip"
    /// The minimum length of a response to compress, in bytes. A shorter response fits into one packet
    /// anyway.
    static let minimumBytes = 1024

    /// Returns a request with its body decompressed.
    ///
    /// - Throws: ``Problem`` `content-coding` if the coding is not gzip, or `busy` if memory is short.
    static func decoded(_ request: APIRequest) throws(Problem) -> APIRequest {
        switch request.headers["Content-Encoding"]?.lowercased() {
        case nil, "", "identity": return request
        case gzip, "x-gzip":
            var decoded = request
            decoded.body = try GzipBody(request.body)
            return decoded
        default:
            throw Problem(
                .contentCoding, "the content coding must be gzip", headers: ["Accept-Encoding": gzip])
        }
    }

    /// Returns a response, compressed if the client accepts gzip. Responses that are not text, have fewer
    /// than ``minimumBytes`` bytes, or are event streams stay unchanged.
    ///
    /// The entity tag of a compressed response is weak, because its bytes differ from the bytes of the
    /// uncompressed response.
    static func encoded(_ response: APIResponse, for request: APIRequest) throws(Problem) -> APIResponse {
        guard isLong(response.body) else { return response }
        let type = MediaType(response.headers["Content-Type"] ?? "").name
        let isText = type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("jsonl")
        // A proxy could hold back parts of a compressed event stream.
        guard isText, type != "text/event-stream" else { return response }
        var encoded = response
        encoded.headers.addVary("Accept-Encoding")
        guard let accepted = request.headers["Accept-Encoding"], AcceptHeader(accepted).accepts(gzip) else {
            return encoded
        }
        encoded.headers["Content-Encoding"] = gzip
        if let tag = response.headers["ETag"], !tag.hasPrefix("W/") { encoded.headers["ETag"] = "W/" + tag }
        switch response.body {
        case .bytes(let bytes):
            encoded.body = .bytes(try GzipStream(.packing).packed(bytes, .finish))
        case .stream(let write):
            encoded.body = .stream { writer in
                var parts: any BodyWriter = Writer(stream: try GzipStream(.packing), base: writer)
                try await write(&parts)
                guard let parts = parts as? Writer else { return }
                writer = parts.base
                try await writer.write(parts.stream.packed([], .finish))
            }
        }
        return encoded
    }

    private static func isLong(_ body: APIResponse.Body) -> Bool {
        if case .bytes(let bytes) = body { bytes.count >= minimumBytes } else { true }
    }

    /// Compresses and flushes each part, so that the client can read it immediately.
    private struct Writer: BodyWriter {
        let stream: GzipStream
        var base: any BodyWriter

        mutating func write(_ bytes: [UInt8]) async throws {
            try await base.write(stream.packed(bytes, .flush))
        }
    }
}

extension HeaderFields {
    /// Adds the name of a request header on which the response depends.
    mutating func addVary(_ name: String) {
        self["Vary"] = (self["Vary"].map { $0 + ", " } ?? "") + name
    }
}
