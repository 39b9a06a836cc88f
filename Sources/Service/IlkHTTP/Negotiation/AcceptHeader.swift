/// The header `Accept` (RFC 9110), as far as it excludes media types.
package struct AcceptHeader: Sendable {
    private let ranges: [(name: String, isExcluded: Bool)]

    /// - Parameter header: The value, or `nil` to accept everything.
    package init(_ header: String?) {
        ranges = (header ?? "*/*").split(separator: ",").map { range in
            let parts = range.lowercased().filter { $0 != " " && $0 != "\t" }.split(separator: ";")
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return (parts.first.map(String.init) ?? "", quality == 0)
        }
    }

    /// Returns `true` if a media type is acceptable by its most specific range.
    ///
    /// - Parameter type: The type in lower case without parameters.
    package func accepts(_ type: String) -> Bool {
        let family = type.prefix { $0 != "/" } + "/*"
        for name in [type, String(family), "*/*"] {
            if let range = ranges.first(where: { $0.name == name }) { return !range.isExcluded }
        }
        return false
    }
}
