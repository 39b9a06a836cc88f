/// The name of a member to look for, ready to be compared with bytes.
public struct JSONFieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let utf8: [UInt8]

    /// The member of this name. Names are compared by their decoded bytes: no normal forms, no folding of
    /// case.
    public init(_ name: String) { utf8 = Array(name.utf8) }

    /// The member that a literal names.
    public init(stringLiteral value: String) { self.init(value) }

    /// The name.
    public var description: String { String(decoding: utf8, as: UTF8.self) }

    /// The name under which verdicts are spliced into lines.
    public static let classification: JSONFieldName = "classification"
}
