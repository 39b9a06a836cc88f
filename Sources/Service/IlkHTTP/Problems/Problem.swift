package import IlkFraming

/// An error response in the format `application/problem+json` (RFC 9457). From the request, the response
/// contains only names, ids and invalid search terms.
package struct Problem: Error, Hashable {
    package let type: ProblemType
    /// A description of this occurrence of the problem.
    package let detail: String
    /// The invalid fields or parameters, at most ``JSONSchema/maximumFaults``.
    package let faults: [FieldFault]
    /// Additional header fields by name.
    package let headers: [String: String]

    package init(
        _ type: ProblemType, _ detail: String, faults: [FieldFault] = [], headers: [String: String] = [:]
    ) {
        self.type = type
        self.detail = detail
        self.faults = Array(faults.prefix(JSONSchema.maximumFaults))
        self.headers = headers
    }

    /// Creates a problem that the client solves by waiting.
    ///
    /// - Parameter retryAfter: The value of `Retry-After` in seconds.
    package init(_ type: ProblemType, _ detail: String, retryAfter: Int) {
        self.init(type, detail, headers: ["Retry-After": String(retryAfter)])
    }

    /// Creates a problem of fields or parameters. The field `detail` contains the first fault and the number
    /// of further faults.
    ///
    /// - Parameter faults: The faults, at least one.
    package init(_ type: ProblemType, faults: [FieldFault]) {
        let first = faults.first?.sentence ?? type.title
        let more = faults.count > 1 ? ", and \(faults.count - 1) more" : ""
        self.init(type, first + more, faults: faults)
    }

    package static let notFound = Problem(.notFound, "unknown path")

    package static func tooLarge(_ limit: Int) -> Problem {
        Problem(.tooLarge, "the body has more than \(limit) bytes")
    }

    /// Writes additional fields of a problem, for clients that expect them.
    package typealias Members = @Sendable (Problem, inout JSONWriter) -> Void

    /// Returns the response.
    ///
    /// - Parameters:
    ///   - correlation: The correlation id of the request.
    ///   - members: Writes additional fields, or `nil` for none.
    package func response(correlation: String, members: Members? = nil) -> APIResponse {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("type", type.path)
        writer.field("title", type.title)
        writer.field("status", type.status)
        writer.field("detail", detail)
        if !faults.isEmpty {
            writer.key("errors")
            writer.beginArray()
            for fault in faults { fault.write(to: &writer) }
            writer.endArray()
        }
        writer.field("correlation", correlation)
        members?(self, &writer)
        writer.endObject()
        var response = APIResponse(type.status, "application/problem+json", .bytes(writer.bytes))
        if type == .token { response.headers["WWW-Authenticate"] = "Bearer" }
        for (name, value) in headers { response.headers[name] = value }
        return response
    }

    /// The JSON schema of the response. Routes that implement the protocol of another program add fields to
    /// the object.
    package static let schema = JSONSchema.named(
        "Problem",
        .object(
            [
                .init("type", .string(), isRequired: true, "The path of a page about the problem."),
                .init("title", .string(), isRequired: true, "The type in words."),
                .init("status", .integer(400...599), isRequired: true, "The status of the response."),
                .init("detail", .string(), isRequired: true, "A description of this occurrence."),
                .init("errors", .array(of: fault), "The invalid fields or parameters."),
                .init(
                    "correlation", .string(), isRequired: true, "The id of the request in the server's log."),
            ], others: .ignored))

    private static let fault = JSONSchema.object([
        .init("pointer", .string(), "The place in the body, a JSON pointer (RFC 6901)."),
        .init("parameter", .string(), "The name of the parameter."),
        .init("code", .choice(FieldFault.Code.allCases.map(\.rawValue)), isRequired: true),
        .init("detail", .string(), isRequired: true),
        .init("allowed", .array(of: .string()), "The allowed values or names."),
    ])
}
