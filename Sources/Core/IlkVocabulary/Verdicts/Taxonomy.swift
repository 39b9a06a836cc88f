/// A closed, ordered set of categories.
///
/// The order is part of the taxonomy: scores are arrays in this order, and the earlier category wins a tie.
public struct Taxonomy: Hashable, Sendable, Codable {
    /// The name of the taxonomy, such as `doctype`.
    public let name: String
    /// The categories in order, without duplicates.
    public let categories: [Category]
    /// `true` if a text can have several labels or none. In this case, the score of each label is its
    /// natural-log odds, independent of other labels, and the probabilities do not add up to 1.
    public let isMultilabel: Bool
    /// The index of each category, kept only for large taxonomies, where a linear search would be slow.
    private let places: [Category: Int]?

    /// The minimum number of categories for which ``places`` is kept.
    private static let indexThreshold = 32

    /// Creates a taxonomy.
    ///
    /// - Parameters:
    ///   - name: The name, such as `doctype`.
    ///   - categories: The categories in order. Of equal categories, only the first is kept.
    ///   - isMultilabel: `true` if a text can have several labels or none.
    public init(name: String, categories: [Category], isMultilabel: Bool = false) {
        var seen: Set<Category> = []
        self.init(
            name: name, distinct: categories.filter { seen.insert($0).inserted }, isMultilabel: isMultilabel)
    }

    private init(name: String, distinct categories: [Category], isMultilabel: Bool) {
        self.name = name
        self.categories = categories
        self.isMultilabel = isMultilabel
        places =
            categories.count < Self.indexThreshold
            ? nil
            : Dictionary(zip(categories, categories.indices)) { first, _ in first }
    }

    /// The number of categories.
    public var count: Int { categories.count }

    /// Returns the index of a category, in constant time for any number of categories.
    ///
    /// - Parameter category: The category.
    /// - Returns: `nil` if the taxonomy does not contain the category.
    public func index(of category: Category) -> Int? {
        if let places { return places[category] }
        return categories.firstIndex(of: category)
    }

    private enum CodingKeys: String, CodingKey {
        case name, categories
        case isMultilabel = "multilabel"
    }

    /// Decodes a name, the categories, and `multilabel`, which may be missing.
    ///
    /// - Throws: `DecodingError` if a field is missing or has another type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .name),
            distinct: try values.decode([Category].self, forKey: .categories),
            isMultilabel: try values.decodeIfPresent(Bool.self, forKey: .isMultilabel) ?? false)
    }

    /// Encodes the name and the categories, and `multilabel` if it is `true`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(categories, forKey: .categories)
        if isMultilabel { try values.encode(true, forKey: .isMultilabel) }
    }

    /// `true` if both taxonomies have the same name, the same categories in the same order, and the same
    /// ``isMultilabel``.
    public static func == (left: Taxonomy, right: Taxonomy) -> Bool {
        left.name == right.name && left.categories == right.categories
            && left.isMultilabel == right.isMultilabel
    }

    /// Hashes the name and the categories.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(categories)
    }

    /// The taxonomy of the six document types.
    public static let documentType = Taxonomy(
        name: "doctype", categories: DocumentType.allCases.map(\.category))

    /// The taxonomy of the five emotional states of the call log.
    public static let emotion = Taxonomy(
        name: "emotion", categories: EmotionalState.allCases.map(\.category))

    /// The taxonomy of the four levels of debug events.
    public static let severity = Taxonomy(name: "severity", categories: LogLevel.allCases.map(\.category))

    /// The taxonomy of wanted mail (`ham`) and spam.
    public static let spam = Taxonomy(name: "spam", categories: SpamLabel.allCases.map(\.category))

    /// The guess for a text without evidence if there are only rules and no model. It is `neutral` for
    /// emotions, `info` for severities, `ham` for spam, and the first label for other taxonomies. The
    /// taxonomy must have at least one label.
    public var defaultCategory: Category {
        switch name {
        case "emotion": named("neutral")
        case "severity": named("info")
        case "spam": named("ham")
        default: categories[0]
        }
    }

    /// `true` if only the rules decide on a text that is unfamiliar to the model, as for emotions and
    /// severities. The rules for emotions cover more languages than the model. The rules for severities cover
    /// more formats of log lines.
    public var usesRulesForUnfamiliar: Bool { self == .emotion || self == .severity }

    /// Returns a category of this taxonomy, or its first category if this taxonomy does not have it.
    private func named(_ category: Category) -> Category {
        index(of: category) == nil ? categories[0] : category
    }

    /// The taxonomies with built-in rules. The first is the default.
    public static let shipped: [Taxonomy] = [.documentType, .emotion, .severity, .spam]
}
