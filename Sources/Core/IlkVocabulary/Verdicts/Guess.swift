/// The most probable category of a text for which no category is predicted.
///
/// Output shows the guess with the reason for the abstention. A guess is never a training label.
public struct Guess: Hashable, Sendable, Codable {
    /// The most probable category. For a text without evidence, it is the most frequent label in the model's
    /// training texts or, if there are only rules, the default label of the taxonomy.
    public var category: Category
    /// The probability of ``category``, 0 to 1.
    public var probability: Double

    /// Creates a guess.
    ///
    /// - Parameters:
    ///   - category: The most probable category.
    ///   - probability: The probability of the category, 0 to 1.
    public init(category: Category, probability: Double) {
        self.category = category
        self.probability = probability
    }
}
