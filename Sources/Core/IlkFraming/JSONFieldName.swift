/// The name of a JSON field, prepared for comparison with bytes.
public struct JSONFieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let utf8: [UInt8]

    /// Creates a field name.
    ///
    /// - Parameter name: The decoded name. Names are compared byte by byte, without Unicode normalization or
    ///   case folding.
    public init(_ name: String) { utf8 = Array(name.utf8) }

    /// Creates a field name from a string literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The decoded name.
    public var description: String { String(decoding: utf8, as: UTF8.self) }

    /// The field that receives verdicts.
    public static let classification: JSONFieldName = "classification"
}
