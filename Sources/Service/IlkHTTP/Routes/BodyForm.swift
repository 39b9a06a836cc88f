/// A body format that a route accepts, such as JSON with a schema.
package struct BodyForm: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A JSON body of at most `limit` bytes, which the dispatcher reads and checks.
        case json(JSONSchema, limit: Int)
        /// A body of any bytes, which the handler reads.
        case bytes
    }

    /// The media types in lower case. The documentation names the first media type as the usual one.
    package let mediaTypes: [String]
    package let content: Content
    /// `true` if this is the format of a request without `Content-Type`. If it is JSON, a request without a
    /// body stands for an empty object.
    package let isDefault: Bool
    package let summary: String

    package init(_ mediaTypes: [String], _ content: Content, isDefault: Bool = false, _ summary: String) {
        self.mediaTypes = mediaTypes
        self.content = content
        self.isDefault = isDefault
        self.summary = summary
    }
}
