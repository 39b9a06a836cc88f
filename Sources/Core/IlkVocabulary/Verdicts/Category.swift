/// A label that a text can have, identified by its name. A ``Taxonomy`` lists the possible labels.
///
/// The name appears in files, databases and output. Encoders write the name as a string. Names are compared
/// byte by byte.
public struct Category: RawRepresentable, Hashable, Sendable, Codable, Comparable, ExpressibleByStringLiteral
{
    /// The name, such as `email`.
    public let rawValue: String

    /// Creates a category. The name is not checked against a taxonomy.
    ///
    /// - Parameter rawValue: The name. Any string is valid.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a category. The name is not checked against a taxonomy.
    ///
    /// - Parameter name: The name. Any string is valid.
    public init(_ name: String) {
        rawValue = name
    }

    /// Creates a category from a string literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// Compares the names by Unicode scalars.
    public static func < (lhs: Category, rhs: Category) -> Bool {
        lhs.rawValue.unicodeScalars.lexicographicallyPrecedes(rhs.rawValue.unicodeScalars)
    }
}

extension Category: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}

extension Category {
    /// An e-mail or letter, with or without headers.
    public static let email: Category = "email"
    /// A chat line, an SMS, a chat log.
    public static let message: Category = "message"
    /// Edited prose: news, articles, books, manuals.
    public static let document: Category = "document"
    /// A public post or comment.
    public static let social: Category = "social"
    /// Source code, markup or configuration.
    public static let code: Category = "code"
    /// A query typed into a search box.
    public static let search: Category = "search"
}
