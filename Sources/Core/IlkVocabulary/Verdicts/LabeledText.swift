/// A text with the label that a person or a trusted source gave it, for training and evaluation. A text of a
/// multi-label taxonomy has any number of labels.
public struct LabeledText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The label, or the first of several. Empty if the text has no label. No taxonomy has an empty label.
    public var category: Category
    /// The labels after the first one, for a multi-label taxonomy.
    public var furtherCategories: [Category] = []
    /// The source of the text, or `nil` if unknown. All texts of a source can be held out or unlearned
    /// together.
    public var source: String?
    /// The weight in training, above 0, usually 1. Evaluation ignores the weight.
    public var weight: Double

    /// Creates a labeled text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - category: The label.
    ///   - source: The source of the text, or `nil` if unknown.
    ///   - weight: The weight in training, above 0.
    public init(text: String, category: Category, source: String? = nil, weight: Double = 1) {
        self.text = text
        self.category = category
        self.source = source
        self.weight = weight
    }

    /// All labels in order, without duplicates. Setting this property drops duplicates.
    public var categories: [Category] {
        get { category.rawValue.isEmpty ? [] : [category] + furtherCategories }
        set {
            var seen: Set<Category> = []
            let distinct = newValue.filter { seen.insert($0).inserted }
            category = distinct.first ?? ""
            furtherCategories = Array(distinct.dropFirst())
        }
    }

    /// Returns `true` if a taxonomy contains all labels of the text. A multi-label taxonomy accepts any
    /// number of labels, including none. Any other taxonomy requires exactly one label.
    ///
    /// - Parameter taxonomy: The taxonomy.
    public func isLabeled(by taxonomy: Taxonomy) -> Bool {
        taxonomy.isMultilabel
            ? categories.allSatisfy { taxonomy.index(of: $0) != nil }
            : furtherCategories.isEmpty && taxonomy.index(of: category) != nil
    }
}
