/// The variants of naive Bayes: how the counts of a feature group become weights.
public enum WeightVariant: String, Sendable, Hashable, Codable, CaseIterable {
    /// Complement naive Bayes (Rennie et al. 2003): the negated log-likelihood of a feature in the texts of
    /// all other labels.
    case complement
    /// Multinomial naive Bayes: the log-likelihood of a feature in the texts of the label. With the unit
    /// ``CountUnit/texts``, this is binarized multinomial naive Bayes.
    case multinomial
    /// A clipped weight that is computed from the share of a label among the texts with the feature. All
    /// labels are treated as equally frequent.
    case pooled
}
