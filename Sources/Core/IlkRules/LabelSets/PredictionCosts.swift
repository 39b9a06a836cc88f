public import IlkVocabulary

/// The costs of wrong predictions and of abstentions. Correct predictions cost nothing.
public struct PredictionCosts: Sendable, Hashable {
    /// The taxonomy whose labels have costs.
    public let taxonomy: Taxonomy
    /// The cost of each prediction, at the index `actual * labels + predicted`.
    private var errors: [Double]
    /// The cost of abstaining, by actual label.
    private var abstentions: [Double]

    /// The greatest allowed cost.
    public static let greatest = 1e9

    /// Creates costs that are the same for all labels.
    ///
    /// - Parameters:
    ///   - taxonomy: The labels.
    ///   - error: The cost of a wrong prediction, 0 ... ``greatest``.
    ///   - abstention: The cost of an abstention, 0 ... ``greatest``.
    /// - Complexity: O(*c*²) in the number of labels.
    public init(taxonomy: Taxonomy, error: Double = 1, abstention: Double) {
        self.taxonomy = taxonomy
        errors = [Double](repeating: error, count: taxonomy.count * taxonomy.count)
        for label in 0..<taxonomy.count { errors[label * taxonomy.count + label] = 0 }
        abstentions = [Double](repeating: abstention, count: taxonomy.count)
    }

    /// Returns the cost of a prediction.
    ///
    /// - Parameters:
    ///   - predicted: The index of the predicted label.
    ///   - actual: The index of the actual label.
    public func cost(ofPredicting predicted: Int, for actual: Int) -> Double {
        errors[actual * taxonomy.count + predicted]
    }

    /// Returns the cost of an abstention.
    ///
    /// - Parameter actual: The index of the actual label.
    public func costOfAbstaining(for actual: Int) -> Double { abstentions[actual] }

    mutating func set(_ cost: Double, ofPredicting predicted: Int, for actual: Int) {
        errors[actual * taxonomy.count + predicted] = cost
    }

    mutating func set(_ cost: Double, ofAbstainingFor actual: Int) { abstentions[actual] = cost }
}
