/// The kind of a model.
public enum ModelKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Naive Bayes. The model can contain counts, which can be added and subtracted.
    case bayes
    /// A linear model with fitted weights. It has no counts, so texts cannot be added or removed, and models
    /// cannot be merged.
    case linear
}
