public import IlkVocabulary

/// The minimum probabilities for a prediction: one for all categories, with exceptions for some.
public struct PredictionThresholds: Sendable, Hashable {
    /// The minimum probability of categories without a separate threshold. A threshold above 1 disables
    /// prediction.
    public var defaultThreshold: Double
    /// The thresholds of individual categories.
    public var byCategory: [Category: Double]

    /// A threshold above any probability. A category with this threshold is never predicted.
    public static let disabled = 2.0

    /// Creates thresholds.
    ///
    /// - Parameters:
    ///   - common: The minimum probability of categories that are not in `byCategory`. At least 0.
    ///   - byCategory: The minimum probabilities of individual categories.
    public init(_ common: Double = 0.5, byCategory: [Category: Double] = [:]) {
        self.defaultThreshold = common
        self.byCategory = byCategory
    }

    /// Returns the threshold of each category, in the taxonomy's order.
    ///
    /// - Parameter taxonomy: The taxonomy.
    /// - Complexity: O(*c*) in the number of categories.
    public func values(for taxonomy: Taxonomy) -> [Double] {
        taxonomy.categories.map { byCategory[$0] ?? defaultThreshold }
    }
}

extension PredictionThresholds: ExpressibleByFloatLiteral {
    /// Creates one threshold for all categories.
    public init(floatLiteral value: Double) { self.init(value) }
}
