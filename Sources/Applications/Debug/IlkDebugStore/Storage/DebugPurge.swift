public import IlkStore
public import FoundationEssentials
public import IlkVocabulary

/// The selection of the entries that a purge erases. An entry is erased if it meets all criteria and is not
/// one of the newest entries to keep.
public struct DebugPurge: PurgeCriteria {
    /// A purge that erases all debug events.
    public static let everything = DebugPurge()

    /// The filter that selects the entries to erase.
    public var filter: DebugFilter
    /// The words that the text of an entry to erase must contain, or `nil` for all texts.
    public var match: FullTextQuery?
    /// The number of newest entries that are kept even if they match, or `nil` if no entry is kept.
    public var keptEntries: Int?
    /// The highest row to erase, which is determined when the purge begins.
    var lastRow: Int64?

    /// Creates a purge. A purge without criteria erases everything.
    ///
    /// - Parameters:
    ///   - filter: The filter that selects the entries to erase.
    ///   - match: The words that the text of an entry to erase must contain.
    ///   - keptEntries: The number of newest entries to keep.
    public init(
        filter: DebugFilter = DebugFilter(), match: FullTextQuery? = nil, keptEntries: Int? = nil
    ) {
        self.filter = filter
        self.match = match
        self.keptEntries = keptEntries
    }

    /// `true` if the purge deletes everything.
    public var isAll: Bool { filter == DebugFilter() && match == nil && keptEntries == nil }
}

/// A retention rule of a debug log. When the rule is applied, it erases the entries that meet all criteria.
public struct DebugRetention: RetentionRule {
    /// The minimum age of the events to erase, in seconds; `nil` for any age.
    public var age: Double?
    /// The highest level of the entries to erase, or `nil` for all levels.
    public var levelAtMost: LogLevel?
    /// The source of the entries to erase, or `nil` for all sources.
    public var source: LogSource?
    /// The number of newest entries that are kept, or `nil` if no entry is kept.
    public var keptEntries: Int?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - age: The minimum age of the events to erase, in seconds.
    ///   - levelAtMost: The highest level of the entries to erase.
    ///   - source: The source of the entries to erase.
    ///   - keptEntries: The number of newest entries to keep.
    public init(
        age: Double? = nil, levelAtMost: LogLevel? = nil, source: LogSource? = nil, keptEntries: Int? = nil
    ) {
        self.age = age
        self.levelAtMost = levelAtMost
        self.source = source
        self.keptEntries = keptEntries
    }

    /// Returns the purge that applies the rule.
    ///
    /// - Parameter now: The current time, from which ages are measured.
    public func purge(now: Date) -> DebugPurge {
        DebugPurge(
            filter: DebugFilter(
                source: source, levelAtMost: levelAtMost, until: age.map { now.addingTimeInterval(-$0) }),
            keptEntries: keptEntries)
    }
}
