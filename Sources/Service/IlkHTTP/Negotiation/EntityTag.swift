/// A strong entity tag (RFC 9110).
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// The value of the header `ETag`, with quotes.
    package let description: String

    /// - Parameter text: Visible ASCII characters without quotes.
    package init(_ text: String) { description = "\"\(text)\"" }

    /// Returns `true` if the header `If-None-Match` contains a tag or `*`. A weak tag matches a strong tag
    /// with the same text.
    ///
    /// - Parameters:
    ///   - tag: The value of the header `ETag` of a response.
    ///   - header: The value of the header `If-None-Match`, or `nil` without this header.
    package static func matches(_ tag: String, _ header: String?) -> Bool {
        (header ?? "").split(separator: ",").contains { part in
            let part = part.filter { $0 != " " && $0 != "\t" }
            return part == "*" || opaque(part) == opaque(tag)
        }
    }

    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }
}
