/// A media type with its charset, parsed from the header `Content-Type`.
package struct MediaType: Hashable, Sendable {
    /// The type in lower case without parameters, such as `text/plain`.
    package let name: String
    /// The parameter `charset` without quotes, as sent.
    package let charset: String?

    /// Parses a header.
    ///
    /// - Parameter header: The value, such as `text/plain; charset=utf-8`.
    package init(_ header: String) {
        let parts = header.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        name = parts[0].lowercased()
        charset = parts.dropFirst().first { $0.lowercased().hasPrefix("charset=") }
            .map { String($0.dropFirst("charset=".count).filter { $0 != "\"" }) }
    }
}
