/// How a model decides.
public enum ModelKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Naive Bayes: counts, which add and subtract.
    case bayes
    /// Weights that were fitted to texts: no counts, so nothing can be added, taken back or merged.
    case linear
}
