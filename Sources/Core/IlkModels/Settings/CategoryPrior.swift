/// The assumed frequencies of the labels before the text is read.
public enum CategoryPrior: String, Sendable, Hashable, Codable, CaseIterable {
    /// The frequencies in the training texts.
    case texts
    /// Equal frequencies, for training texts whose mixture differs from the mixture of the texts to classify.
    case even
}
