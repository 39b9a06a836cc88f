public import IlkModels
public import IlkVocabulary

/// The guess and the label probabilities for a text without evidence.
public struct LabelShares: Sendable, Hashable {
    /// The index of the guess: the most frequent label in the training texts of a model or, without a model,
    /// the default label of the taxonomy.
    public let guess: Int
    /// The probability of each label in the taxonomy's order. The probabilities add up to 1, except in
    /// multi-label taxonomies.
    public let probabilities: [Double]

    private init(guess: Int, probabilities: [Double]) {
        (self.guess, self.probabilities) = (guess, probabilities)
    }

    /// Computes the share of each label in the training texts of a model. The guess is the most frequent
    /// label or, in a tie, the earlier label.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - labels: The map from the model's labels to the labels of a label set, or `nil` if the labels are
    ///     equal.
    /// - Complexity: O(*c*) in the number of labels.
    public init(of model: any TextModel, labels: LabelMap? = nil) {
        let documents = labels?.counts(model.documents) ?? model.documents
        let total = model.taxonomy.isMultilabel ? model.texts : documents.reduce(0, +)
        var best = 0
        for index in documents.indices where documents[index] > documents[best] { best = index }
        guess = best
        // Counts of a model without texts are all 0. Parts of a merged label can share texts.
        probabilities = documents.map { count in
            total > 0 ? min(1, Double(count) / Double(total)) : 1 / Double(documents.count)
        }
    }

    /// Returns the same shares with a different guess.
    ///
    /// - Parameter index: The index of the guess, or `nil` for no change.
    func guessing(_ index: Int?) -> LabelShares {
        index.map { LabelShares(guess: $0, probabilities: probabilities) } ?? self
    }

    /// Creates shares for a classifier without a model. All labels have equal shares, and the guess is the
    /// taxonomy's default label.
    ///
    /// - Parameter taxonomy: The taxonomy of the classifier.
    public init(of taxonomy: Taxonomy) {
        guess = taxonomy.index(of: taxonomy.defaultCategory) ?? 0
        probabilities = taxonomy.categories.map { _ in 1 / Double(max(1, taxonomy.count)) }
    }
}
