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
        parts(of: header).contains { $0 == "*" || opaque($0) == opaque(tag) }
    }

    /// Returns `true` if the header `If-Match` contains a tag. A weak tag and `*` match nothing, because they
    /// do not prove that the client knows the content.
    ///
    /// - Parameters:
    ///   - tag: The value of the header `ETag` of a response.
    ///   - header: The value of the header `If-Match`.
    package static func isSame(_ tag: String, as header: String) -> Bool {
        !tag.hasPrefix("W/") && parts(of: header).contains(tag)
    }

    private static func parts(of header: String?) -> [String] {
        (header ?? "").split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    }

    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }
}
