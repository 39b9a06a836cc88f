/// Something that a search can ask for by name: `from:sarah`, `is:unread`, `level>=warn`.
public struct SearchField: Sendable, Hashable {
    /// What stands behind the name.
    public enum Kind: Sendable, Hashable {
        /// Words, one or in quotes.
        case text
        /// One of these words.
        case choice([String])
        /// A word that the domain knows and this list does not: a label, an id.
        case name
        /// One of these words, which have an order: from the lowest to the highest.
        case scale([String])
        /// A day, a month, a year, a moment, or two of them with `..` between.
        case date
        /// A number.
        case number
    }

    /// Its name.
    public var name: String
    /// Other names for it.
    public var aliases: [String]
    /// What stands behind the name.
    public var kind: Kind
    /// Whether names may go on behind a dot: `payload.status`.
    public var hasPaths: Bool

    /// A field of these parts.
    public init(_ name: String, aliases: [String] = [], kind: Kind, hasPaths: Bool = false) {
        self.name = name
        self.aliases = aliases
        self.kind = kind
        self.hasPaths = hasPaths
    }
}
