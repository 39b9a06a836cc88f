/// A successful response of a route, as opposed to a problem.
package struct RouteAnswer: Hashable, Sendable {
    package let status: Int
    package let mediaTypes: [String]
    /// The schema of the body if the body is JSON, otherwise `nil`.
    package let schema: JSONSchema?
    package let summary: String

    package init(
        _ status: Int, _ summary: String, _ mediaTypes: [String] = ["application/json"],
        _ schema: JSONSchema? = nil
    ) {
        self.status = status
        self.mediaTypes = mediaTypes
        self.schema = schema
        self.summary = summary
    }
}
