public import IlkVocabulary

/// How many entries have something in common.
public struct LogFacet: Sendable, Hashable {
    /// What entries can be counted by.
    public enum Dimension: String, Sendable, CaseIterable {
        /// The category of the log's row.
        case category
        /// The day on which the text was classified, in UTC.
        case day
        /// The model that made the verdict.
        case model
        /// Why no category was claimed.
        case abstention
    }

    /// The category; nil when it was not asked for.
    public var category: Category?
    /// The day, counted from 1970-01-01; nil when it was not asked for.
    public var day: Int?
    /// The model's digest; nil when it was not asked for or there was none.
    public var model: String?
    /// Why no category was claimed; nil when it was not asked for or one was.
    public var abstention: Verdict.Abstention?
    /// How many entries.
    public var entries: Int
    /// The UTF-8 bytes of their texts.
    public var bytes: Int
}
