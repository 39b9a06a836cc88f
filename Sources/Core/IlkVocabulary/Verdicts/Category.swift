/// The class of a text, by name: one of those that a ``Taxonomy`` lists.
///
/// The name is what files, databases and users see: encoders write it as a bare string. It is compared byte for byte.
public struct Category: RawRepresentable, Hashable, Sendable, Codable, Comparable, ExpressibleByStringLiteral
{
    /// The name, as `email`.
    public let rawValue: String

    /// The category of this name. Any name is taken: whether it is one of a taxonomy's, the taxonomy says.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The category of this name.
    public init(_ name: String) {
        rawValue = name
    }

    /// The category that a literal names.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// Ordered by the names' Unicode scalars.
    public static func < (lhs: Category, rhs: Category) -> Bool {
        lhs.rawValue.unicodeScalars.lexicographicallyPrecedes(rhs.rawValue.unicodeScalars)
    }
}

extension Category: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}

extension Category {
    /// A letter with or without its headers.
    public static let email: Category = "email"
    /// A chat line, an SMS, a chat log.
    public static let message: Category = "message"
    /// Edited prose: news, articles, books, manuals.
    public static let document: Category = "document"
    /// A public post or comment.
    public static let social: Category = "social"
    /// Source text, markup or configuration.
    public static let code: Category = "code"
    /// What is typed into a search box.
    public static let search: Category = "search"
}
