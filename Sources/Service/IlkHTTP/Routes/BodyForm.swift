/// A form of the body that a route accepts.
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
    /// `true` if a request without `Content-Type` has this form.
    package let isDefault: Bool
    package let summary: String

    package init(_ mediaTypes: [String], _ content: Content, isDefault: Bool = false, _ summary: String) {
        self.mediaTypes = mediaTypes
        self.content = content
        self.isDefault = isDefault
        self.summary = summary
    }
}
