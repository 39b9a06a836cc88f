/// What of a text's features is counted, and scored.
public enum CountUnit: String, Sendable, Hashable, Codable, CaseIterable {
    /// Each feature once a text, however often it stands there: binarised. Runs of characters count in each distinct
    /// stretch.
    case texts
    /// Each feature as often as it stands in a text.
    case occurrences
}
