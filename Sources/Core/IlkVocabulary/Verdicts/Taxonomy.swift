/// A closed, ordered list of categories: what a profile decides among.
///
/// The order is part of the taxonomy: scores are arrays in this order, and ties go to the earlier category.
public struct Taxonomy: Hashable, Sendable, Codable {
    /// What the taxonomy is called, as `doctype`.
    public let name: String
    /// The categories, each once, in order.
    public let categories: [Category]
    /// The place of each category, where there are so many that looking through them would take long.
    private let places: [Category: Int]?

    /// From so many categories on their places are kept.
    private static let many = 32

    /// A taxonomy of these categories; a repeated one is kept once, at its first place.
    public init(name: String, categories: [Category]) {
        var seen: Set<Category> = []
        self.init(name: name, distinct: categories.filter { seen.insert($0).inserted })
    }

    private init(name: String, distinct categories: [Category]) {
        self.name = name
        self.categories = categories
        places =
            categories.count < Self.many
            ? nil
            : Dictionary(zip(categories, categories.indices)) { first, _ in first }
    }

    /// How many categories there are.
    public var count: Int { categories.count }

    /// The place of a category, or nil when the taxonomy does not have it. It takes no longer with many categories.
    public func index(of category: Category) -> Int? {
        if let places { return places[category] }
        return categories.firstIndex(of: category)
    }

    private enum CodingKeys: String, CodingKey {
        case name, categories
    }

    /// Reads a name and categories.
    ///
    /// - Throws: What the decoder throws when something is missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .name),
            distinct: try values.decode([Category].self, forKey: .categories))
    }

    /// Whether both have the same name and the same categories in the same order.
    public static func == (left: Taxonomy, right: Taxonomy) -> Bool {
        left.name == right.name && left.categories == right.categories
    }

    /// Hashes the name and the categories.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(categories)
    }

    /// The six document types.
    public static let documentType = Taxonomy(
        name: "doctype", categories: DocumentType.allCases.map(\.category))

    /// The five emotional states of the call log.
    public static let emotion = Taxonomy(
        name: "emotion", categories: EmotionalState.allCases.map(\.category))

    /// The four levels of debug events.
    public static let severity = Taxonomy(name: "severity", categories: LogLevel.allCases.map(\.category))

    /// Wanted mail and the other kind.
    public static let spam = Taxonomy(name: "spam", categories: Wantedness.allCases.map(\.category))

    /// The taxonomies that come with rules of their own; the first is the usual one.
    public static let shipped: [Taxonomy] = [.documentType, .emotion, .severity, .spam]
}
