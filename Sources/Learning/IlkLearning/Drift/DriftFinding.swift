public import IlkVocabulary

/// One thing that is watched, then and now, and whether it has moved.
public struct DriftFinding: Sendable, Hashable, Codable {
    /// What is watched.
    public enum Watched: Sendable, Hashable, Codable {
        /// The share of a category.
        case label(Category)
        /// The share of words that the model does not know.
        case unknownWords
        /// The share of texts that no category is claimed for.
        case abstention
        /// The share of right ones less the stated probability.
        case calibration
    }

    /// What is watched.
    public var watched: Watched
    /// What it was, as a share.
    public var before: Double
    /// What it is.
    public var now: Double
    /// How probable so large a difference is by chance, 0 ... 1.
    public var pValue: Double
    /// Whether it has moved: further than matters, and further than chance would move any of all that is watched once in
    /// a thousand times.
    public var hasMoved: Bool
}
