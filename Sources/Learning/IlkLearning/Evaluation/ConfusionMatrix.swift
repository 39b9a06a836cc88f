public import IlkVocabulary

/// How often each category was given to texts of each category.
public struct ConfusionMatrix: Sendable, Hashable, Codable {
    /// The categories, in the order of rows and columns.
    public let taxonomy: Taxonomy
    /// Row: the true category. Column: the one given.
    public private(set) var counts: [[Int]]

    /// A matrix of zeros.
    public init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
        counts = [[Int]](repeating: [Int](repeating: 0, count: taxonomy.count), count: taxonomy.count)
    }

    /// Counts one text, by the places of its categories in the taxonomy.
    public mutating func add(actual: Int, predicted: Int) {
        counts[actual][predicted] += 1
    }

    /// How many texts there are.
    public var total: Int { counts.reduce(0) { $0 + $1.reduce(0, +) } }

    /// How many texts have the category at an index.
    public func support(_ index: Int) -> Int { counts[index].reduce(0, +) }

    /// The share of texts given their own category; 0 of no texts.
    public var accuracy: Double {
        let right = counts.indices.reduce(0) { $0 + counts[$1][$1] }
        return total == 0 ? 0 : Double(right) / Double(total)
    }

    /// The share of right ones among the texts given a category; 0 when none was.
    public func precision(_ index: Int) -> Double {
        let given = counts.reduce(0) { $0 + $1[index] }
        return given == 0 ? 0 : Double(counts[index][index]) / Double(given)
    }

    /// The share of a category's texts that were given it; 0 when there are none.
    public func recall(_ index: Int) -> Double {
        let support = support(index)
        return support == 0 ? 0 : Double(counts[index][index]) / Double(support)
    }

    /// The harmonic mean of precision and recall; 0 when both are.
    public func f1(_ index: Int) -> Double {
        let sum = precision(index) + recall(index)
        return sum == 0 ? 0 : 2 * precision(index) * recall(index) / sum
    }

    /// The mean F1 of the categories that occur among the texts; 0 of no texts.
    public var macroF1: Double {
        let present = counts.indices.filter { support($0) > 0 }
        guard !present.isEmpty else { return 0 }
        return present.reduce(0) { $0 + f1($1) } / Double(present.count)
    }
}
