/// The header `Accept`, or `Accept-Encoding` (RFC 9110).
package struct AcceptHeader: Sendable {
    private let ranges: [(name: String, quality: Double)]

    /// Parses the value of a header.
    ///
    /// - Parameter header: The value, or `nil` to accept everything.
    package init(_ header: String?) {
        ranges = (header ?? "*/*").split(separator: ",").map { range in
            let parts = range.lowercased().filter { $0 != " " && $0 != "\t" }.split(separator: ";")
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return (parts.first.map(String.init) ?? "", quality ?? 1)
        }
    }

    /// Returns `true` if the header accepts a media type. The most specific range that matches the type
    /// decides.
    ///
    /// - Parameter type: The type in lower case without parameters, or a content coding.
    package func accepts(_ type: String) -> Bool { quality(of: type) != 0 }

    /// Returns the acceptable media type with the highest quality (the first one if several are equal), or
    /// `nil` if none is acceptable.
    ///
    /// - Parameter types: The types in lower case without parameters, the preferred one first.
    package func best(of types: [String]) -> String? {
        var best: (type: String, quality: Double)?
        for type in types {
            let quality = quality(of: type)
            if quality != 0, quality > best?.quality ?? 0 { best = (type, quality) }
        }
        return best?.type
    }

    private func quality(of type: String) -> Double {
        let family = type.prefix { $0 != "/" } + "/*"
        for name in [type, String(family), "*/*", "*"] {
            if let range = ranges.first(where: { $0.name == name }) { return range.quality }
        }
        return 0
    }
}
