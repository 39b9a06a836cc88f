public import IlkStore
public import Foundation
public import IlkVocabulary

/// A retention rule of a log. Entries that match all criteria are erased when the rule is applied.
public struct LogRetention: RetentionRule {
    /// The minimum age of matching entries in seconds, or `nil` for any age.
    public var age: Double?
    /// Selects only entries with this predicted label.
    public var category: Category?
    /// Selects only entries whose text matches the query.
    public var match: FullTextQuery?
    /// The total size in bytes of the newest matching texts to keep, or `nil` to keep none.
    public var keptBytes: Int?

    /// Creates a rule. Without arguments it matches all entries.
    ///
    /// - Parameters:
    ///   - age: The minimum age of matching entries in seconds, or `nil` for any age.
    ///   - category: Selects only entries with this predicted label.
    ///   - match: Selects only entries whose text matches the query.
    ///   - keptBytes: The total size in bytes of the newest matching texts to keep, or `nil` to keep none.
    public init(
        age: Double? = nil, category: Category? = nil, match: FullTextQuery? = nil, keptBytes: Int? = nil
    ) {
        self.age = age
        self.category = category
        self.match = match
        self.keptBytes = keptBytes
    }

    /// Returns the purge that erases the entries selected by the rule.
    ///
    /// - Parameter now: The time from which ages are counted.
    public func purge(now: Date) -> LogPurge {
        LogPurge(
            filter: LogFilter(category: category, until: age.map { now.addingTimeInterval(-$0) }),
            match: match, keptBytes: keptBytes)
    }
}
