/// How a family's counts become weights: what a category's texts are held against.
public enum WeightVariant: String, Sendable, Hashable, Codable, CaseIterable {
    /// The likelihood of a feature outside the category, negated: complement naive Bayes (Rennie et al. 2003).
    case complement
    /// The likelihood of a feature in the category: multinomial naive Bayes, which counts of texts make the binarised one.
    case multinomial
    /// The share of a feature's texts that the category has, were all categories as frequent; clipped.
    case pooled
}
