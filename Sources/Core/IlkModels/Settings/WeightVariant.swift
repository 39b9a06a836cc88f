/// The variant of naive Bayes that derives weights from a feature group's counts.
public enum WeightVariant: String, Sendable, Hashable, Codable, CaseIterable {
    /// Complement naive Bayes (Rennie et al. 2003): the negated log-likelihood of a feature in the texts of
    /// all other labels.
    case complement
    /// Multinomial naive Bayes: the log-likelihood of a feature in the texts of the label. If texts are
    /// counted, not occurrences, this is the binarized variant.
    case multinomial
    /// The share of a label in a feature's texts, computed as if all labels were equally frequent, and
    /// clipped.
    case pooled
}
