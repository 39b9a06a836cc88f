/// The assumed frequencies of the labels before the text is read.
public enum CategoryPrior: String, Sendable, Hashable, Codable, CaseIterable {
    /// The frequencies in the training texts.
    case texts
    /// Equal frequencies. Use them if the labels of the texts to classify have other frequencies than the
    /// labels of the training texts.
    case even
}
