public import IlkVocabulary

/// The number of texts for each pair of actual and predicted category.
public struct ConfusionMatrix: Sendable, Hashable, Codable {
    /// The taxonomy. The rows and the columns are its categories, in its order.
    public let taxonomy: Taxonomy
    /// The counts, first by actual category (row), then by predicted category (column).
    public private(set) var counts: [[Int]]

    /// Creates a matrix of zeros.
    ///
    /// - Parameter taxonomy: The categories.
    public init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
        counts = [[Int]](repeating: [Int](repeating: 0, count: taxonomy.count), count: taxonomy.count)
    }

    /// Counts one text.
    ///
    /// - Parameters:
    ///   - actual: The index of the actual category in the taxonomy.
    ///   - predicted: The index of the predicted category in the taxonomy.
    public mutating func add(actual: Int, predicted: Int) {
        counts[actual][predicted] += 1
    }

    /// The number of texts.
    public var total: Int { counts.reduce(0) { $0 + $1.reduce(0, +) } }

    /// Returns the number of texts of an actual category.
    ///
    /// - Parameter index: The index of the category in the taxonomy.
    /// - Complexity: O(*c*) in the number of categories.
    public func support(_ index: Int) -> Int { counts[index].reduce(0, +) }

    /// The share of correctly predicted texts, 0 ... 1. It is 0 without texts.
    public var accuracy: Double {
        let right = counts.indices.reduce(0) { $0 + counts[$1][$1] }
        return total == 0 ? 0 : Double(right) / Double(total)
    }

    /// Returns the share of correct predictions among the texts predicted as a category.
    ///
    /// - Parameter index: The index of the category in the taxonomy.
    /// - Returns: The precision, 0 ... 1. It is 0 if no text was predicted as the category.
    /// - Complexity: O(*c*) in the number of categories.
    public func precision(_ index: Int) -> Double {
        let given = counts.reduce(0) { $0 + $1[index] }
        return given == 0 ? 0 : Double(counts[index][index]) / Double(given)
    }

    /// Returns the share of a category's texts that were predicted correctly.
    ///
    /// - Parameter index: The index of the category in the taxonomy.
    /// - Returns: The recall, 0 ... 1. It is 0 if the category has no texts.
    /// - Complexity: O(*c*) in the number of categories.
    public func recall(_ index: Int) -> Double {
        let support = support(index)
        return support == 0 ? 0 : Double(counts[index][index]) / Double(support)
    }

    /// Returns the harmonic mean of precision and recall.
    ///
    /// - Parameter index: The index of the category in the taxonomy.
    /// - Returns: The F1 score, 0 ... 1. It is 0 if precision and recall are 0.
    /// - Complexity: O(*c*) in the number of categories.
    public func f1(_ index: Int) -> Double {
        let sum = precision(index) + recall(index)
        return sum == 0 ? 0 : 2 * precision(index) * recall(index) / sum
    }

    /// The mean F1 over the categories with at least one text. It is 0 without texts.
    public var macroF1: Double {
        let present = counts.indices.filter { support($0) > 0 }
        guard !present.isEmpty else { return 0 }
        return present.reduce(0) { $0 + f1($1) } / Double(present.count)
    }
}
