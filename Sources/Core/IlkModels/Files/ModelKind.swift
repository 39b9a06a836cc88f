/// The kind of a model.
public enum ModelKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A naive Bayes model. It can contain the counts of its training texts, to which texts can be added and
    /// from which texts can be subtracted.
    case bayes
    /// A linear model with fitted weights. It has no counts, so texts cannot be added or removed, and models
    /// cannot be merged.
    case linear
}
