/// A field that a search query can name, such as `from` in `from:sarah`, or `level` in `level>=warn`.
public struct SearchField: Sendable, Hashable {
    /// The type of a field's value.
    public enum Kind: Sendable, Hashable {
        /// One word, or several in quotes.
        case text
        /// One of the given words.
        case choice([String])
        /// A word that the application checks later, such as a label or an id.
        case name
        /// One of the given words, ordered from lowest to highest, such as log levels.
        case scale([String])
        /// A day, a month, a year, a time, or a range of two of them joined by `..`.
        case date
        case number
    }

    /// The name of the field.
    public var name: String
    /// Other names of the field.
    public var aliases: [String]
    /// The type of the value.
    public var kind: Kind
    /// `true` if a dot and a path may follow the name, as in `payload.status`.
    public var hasPaths: Bool

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - aliases: Other names of the field.
    ///   - kind: The type of the value.
    ///   - hasPaths: `true` if a dot and a path may follow the name.
    public init(_ name: String, aliases: [String] = [], kind: Kind, hasPaths: Bool = false) {
        self.name = name
        self.aliases = aliases
        self.kind = kind
        self.hasPaths = hasPaths
    }
}
