/// The kind of a model.
public enum ModelKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A naive Bayes model. Its file can contain the counts of its training texts. With counts, texts can be
    /// added to the model and removed from it.
    case bayes
    /// A linear model with fitted weights. It has no counts, so texts cannot be added or removed, and models
    /// cannot be merged.
    case linear
}
