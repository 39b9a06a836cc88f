#if Server
    import HTTPTypes
    import Hummingbird
    import IlkFraming

    /// An error response in the format `application/problem+json` (RFC 9457). It never echoes request data.
    struct Problem: Error, HTTPResponseError {
        let status: HTTPResponse.Status
        /// The last component of `type`, for programs.
        let type: String
        /// The message for people.
        let detail: String
        /// The value of `Retry-After`, in seconds.
        var retryAfter: Int?

        init(_ status: HTTPResponse.Status, _ type: String, _ detail: String, retryAfter: Int? = nil) {
            self.status = status
            self.type = type
            self.detail = detail
            self.retryAfter = retryAfter
        }

        static let unknown = Problem(.notFound, "not-found", "unknown path")

        func response(from request: Request, context: some RequestContext) throws -> Response { response }

        /// The error as a response.
        var response: Response {
            var writer = JSONWriter()
            writer.beginObject()
            writer.field("type", "urn:ilk:problem:\(type)")
            writer.field("title", status.reasonPhrase)
            writer.field("detail", detail)
            writer.field("status", status.code)
            writer.endObject()
            var headers: HTTPFields = [.contentType: "application/problem+json"]
            if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
            if let retryAfter { headers[.retryAfter] = String(retryAfter) }
            return Response(
                status: status, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
        }
    }
#endif
