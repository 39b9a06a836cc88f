/// A closed, ordered list of categories: what a profile decides among.
///
/// The order is part of the taxonomy: scores are arrays in this order, and ties go to the earlier category.
public struct Taxonomy: Hashable, Sendable, Codable {
    /// What the taxonomy is called, as `doctype`.
    public let name: String
    /// The categories, each once, in order.
    public let categories: [Category]

    /// A taxonomy of these categories; a repeated one is kept once, at its first place.
    public init(name: String, categories: [Category]) {
        self.name = name
        var seen: Set<Category> = []
        self.categories = categories.filter { seen.insert($0).inserted }
    }

    /// How many categories there are.
    public var count: Int { categories.count }

    /// The place of a category, or nil when the taxonomy does not have it. Linear in the number of categories.
    public func index(of category: Category) -> Int? {
        categories.firstIndex(of: category)
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
