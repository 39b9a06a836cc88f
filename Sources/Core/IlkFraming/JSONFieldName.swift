/// The name of a JSON field, prepared for comparison with bytes.
public struct JSONFieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let utf8: [UInt8]

    /// Creates a field name.
    ///
    /// - Parameter name: The name, without JSON escapes. Names are compared byte by byte, without Unicode
    ///   normalization or case folding.
    public init(_ name: String) { utf8 = Array(name.utf8) }

    /// Creates a field name from a string literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The name, without JSON escapes.
    public var description: String { String(decoding: utf8, as: UTF8.self) }

    /// The name of the field to which verdicts are written: `classification`.
    public static let classification: JSONFieldName = "classification"
}
