/// The path of a route: literal segments, and parameters in braces, as in `/problems/{name}`.
package struct RoutePath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    package let description: String
    let segments: [Segment]

    package init(stringLiteral value: String) { self.init(value) }

    /// - Parameter template: The path with a slash at the beginning.
    package init(_ template: String) {
        description = template
        segments = template.split(separator: "/").map { part in
            part.hasPrefix("{") ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// The names of the parameters in order.
    package var parameters: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// Returns the values of the parameters by name, or `nil` if a path does not match.
    ///
    /// - Parameter parts: The decoded segments of the path.
    func values(of parts: [String]) -> [String: String]? {
        guard parts.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .literal(let text): guard text == part else { return nil }
            case .parameter(let name): values[name] = part
            }
        }
        return values
    }

    /// Splits and decodes the path of a request.
    ///
    /// - Returns: The segments, or `nil` if the path can match no route: an empty segment, `.` or `..`, an
    ///   invalid escape, an encoded slash or NUL.
    static func parts(of path: String) -> [String]? {
        if path == "/" { return [] }
        guard path.hasPrefix("/") else { return nil }
        var parts: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = QueryText.decoded(part), !["", ".", ".."].contains(text),
                !text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
            else { return nil }
            parts.append(text)
        }
        return parts
    }
}
