public import IlkStore
public import Foundation
public import IlkVocabulary

/// A standing rule of what a log does not keep: entries for which all of this holds go when the rule is applied.
public struct LogRetention: RetentionRule {
    /// Seconds from which on an entry is too old.
    public var age: Double?
    /// Only entries that were classified so.
    public var category: Category?
    /// Only entries whose text has this.
    public var match: WordQuery?
    /// Of those entries, the newest whose texts have together so many bytes stay.
    public var keptBytes: Int?

    /// A rule of these parts. Without any it lets nothing stay.
    public init(
        age: Double? = nil, category: Category? = nil, match: WordQuery? = nil, keptBytes: Int? = nil
    ) {
        self.age = age
        self.category = category
        self.match = match
        self.keptBytes = keptBytes
    }

    /// What goes by it.
    ///
    /// - Parameter now: The moment that ages are counted back from.
    public func purge(now: Date) -> LogPurge {
        LogPurge(
            filter: LogFilter(category: category, until: age.map { now.addingTimeInterval(-$0) }),
            match: match, keptBytes: keptBytes)
    }
}
