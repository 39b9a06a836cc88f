/// The name of a JSON field, or a path to a field of a nested object, such as `mail.subject`.
///
/// If the outer object has a field whose name is the whole path, with the dots, that field is used instead of
/// a nested field.
public struct JSONFieldPath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The path as the name of a single field.
    let name: JSONFieldName
    /// The names of the path from the outermost object inward, or empty if the path has no dot.
    let steps: [JSONFieldName]

    /// Creates a path.
    ///
    /// - Parameter path: The names of the fields, outermost first, without JSON escapes and separated by
    ///   dots.
    public init(_ path: String) {
        name = JSONFieldName(path)
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        steps = parts.count > 1 ? parts.map { JSONFieldName(String($0)) } : []
    }

    /// Creates a path from a string literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The path, as passed to the initializer.
    public var description: String { name.description }

    /// Returns the nested field, or `nil` if a field of the path is missing or is not an object.
    ///
    /// - Parameters:
    ///   - outermost: The field of the line with the first name of the path.
    ///   - line: The line, which has been validated.
    func field(
        in outermost: JSONField, of line: UnsafeBufferPointer<UInt8>
    ) throws(JSONLineError) -> JSONField? {
        var found: JSONField? = outermost
        for step in steps.dropFirst() {
            guard let outer = found, line[outer.valueStart] == UInt8(ascii: "{") else { return nil }
            found = nil
            let object = UnsafeBufferPointer(rebasing: line[outer.valueStart..<outer.valueEnd])
            var scanner = try JSONScanner(object, maximumDepth: JSONLine.maximumDepth)
            while let field = try scanner.nextField() {
                guard JSONStringDecoder.equals(field.key, of: object, step.utf8) else { continue }
                found = field.moved(by: outer.valueStart)
            }
        }
        return found
    }
}

extension JSONField {
    /// Returns the field with its offsets increased.
    fileprivate func moved(by distance: Int) -> JSONField {
        var field = self
        field.key.contents = key.contents.moved(by: distance)
        field.valueStart += distance
        field.valueEnd += distance
        field.string?.contents = (string?.contents ?? 0..<0).moved(by: distance)
        return field
    }
}

extension Range<Int> {
    fileprivate func moved(by distance: Int) -> Range<Int> {
        lowerBound + distance..<upperBound + distance
    }
}
