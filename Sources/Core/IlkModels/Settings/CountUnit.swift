/// The way in which repeated features of a text are counted and scored.
public enum CountUnit: String, Sendable, Hashable, Codable, CaseIterable {
    /// Each feature counts once per text (binarized). A character n-gram counts once in each distinct span.
    case texts
    /// Each occurrence of a feature counts.
    case occurrences
}
