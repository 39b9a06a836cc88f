/// The unit in which the features of a text are counted and scored.
public enum CountUnit: String, Sendable, Hashable, Codable, CaseIterable {
    /// Each feature once per text (binarized). Character n-grams count once in each distinct span.
    case texts
    /// Each occurrence of a feature.
    case occurrences
}
