public import IlkVocabulary

/// What was logged in a stretch of time.
public struct LogWindow: Sendable, Hashable {
    /// When it begins, in seconds since 1970.
    public var start: Double
    /// When it ends.
    public var end: Double
    /// How many entries have each category.
    public var labels: [Category: Int]
    /// How many entries have a verdict.
    public var judged: Int
    /// For how many entries that have a verdict no category was claimed.
    public var abstained: Int
    /// The newest texts of it, as many as were asked for.
    public var texts: [String]
}
