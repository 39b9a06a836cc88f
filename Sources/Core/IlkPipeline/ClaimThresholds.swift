public import IlkVocabulary

/// How probable a category must be to be claimed: one threshold for all categories, others for some.
public struct ClaimThresholds: Sendable, Hashable {
    /// Below this probability a category is not claimed, unless it has a threshold of its own. Above 1 none is.
    public var common: Double
    /// The thresholds of categories that have their own.
    public var byCategory: [Category: Double]

    /// What a category gets that is never to be claimed: more than any probability.
    public static let never = 2.0

    /// These thresholds, 0 and up.
    public init(_ common: Double = 0.5, byCategory: [Category: Double] = [:]) {
        self.common = common
        self.byCategory = byCategory
    }

    /// The threshold of each category, in the taxonomy's order.
    public func values(for taxonomy: Taxonomy) -> [Double] {
        taxonomy.categories.map { byCategory[$0] ?? common }
    }
}

extension ClaimThresholds: ExpressibleByFloatLiteral {
    /// The same threshold for all categories.
    public init(floatLiteral value: Double) { self.init(value) }
}
