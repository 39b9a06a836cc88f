public import IlkVocabulary

/// The minimum probabilities at which categories are predicted: one threshold for all categories, and
/// separate thresholds for some categories.
public struct PredictionThresholds: Sendable, Hashable {
    /// The minimum probability of categories without a separate threshold, or `nil` for the classifier's
    /// thresholds. In a single-label taxonomy, the classifier's thresholds are 0.5.
    public var defaultThreshold: Double?
    /// The separate thresholds of individual categories.
    public var byCategory: [Category: Double]

    /// A threshold above any probability. A category with this threshold is never predicted.
    public static let disabled = 2.0

    /// Creates thresholds.
    ///
    /// - Parameters:
    ///   - common: The minimum probability of categories that are not in `byCategory`, at least 0, or `nil`
    ///     for the classifier's thresholds.
    ///   - byCategory: The separate thresholds of individual categories.
    public init(_ common: Double? = nil, byCategory: [Category: Double] = [:]) {
        defaultThreshold = common
        self.byCategory = byCategory
    }

    /// Returns the threshold of each category, in the taxonomy's order.
    ///
    /// - Parameters:
    ///   - taxonomy: The taxonomy.
    ///   - suggested: The thresholds of the classifier, or `nil` if it has none.
    /// - Complexity: O(*c*) in the number of categories.
    public func values(for taxonomy: Taxonomy, suggested: [Double]? = nil) -> [Double] {
        taxonomy.categories.enumerated().map { byCategory[$1] ?? defaultThreshold ?? suggested?[$0] ?? 0.5 }
    }
}

extension PredictionThresholds: ExpressibleByFloatLiteral {
    /// Creates thresholds with the same minimum probability for all categories.
    public init(floatLiteral value: Double) { self.init(value) }
}
