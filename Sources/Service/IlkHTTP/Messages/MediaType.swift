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
        guard !header.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "/") }) else {
            (name, charset) = (header, nil)
            return
        }
        let parts = header.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        name = parts[0].lowercased()
        charset = parts.dropFirst().first { $0.lowercased().hasPrefix("charset=") }
            .map { $0.dropFirst("charset=".count).filter { $0 != "\"" } }
    }
}
