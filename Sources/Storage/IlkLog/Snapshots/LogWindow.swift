public import IlkVocabulary

/// The entries that were logged in a time window.
public struct LogWindow: Sendable, Hashable {
    /// The start, exclusive, in seconds since 1970-01-01T00:00:00Z.
    public var start: Double
    /// The end, inclusive, in seconds since 1970-01-01T00:00:00Z.
    public var end: Double
    /// The number of entries with each label.
    public var labels: [Category: Int]
    /// The number of entries with a verdict.
    public var withVerdict: Int
    /// The number of entries whose verdict abstained.
    public var abstained: Int
    /// The newest texts of the window, up to the requested number.
    public var texts: [String]
}
