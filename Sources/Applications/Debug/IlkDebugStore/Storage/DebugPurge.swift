public import IlkStore
public import FoundationEssentials
public import IlkVocabulary

/// What goes from a debug log: entries for which all of this holds. The newest may be kept.
public struct DebugPurge: PurgeCriteria {
    /// A purge of everything.
    public static let everything = DebugPurge()

    /// Which entries.
    public var filter: DebugFilter
    /// Only entries whose text has this.
    public var match: WordQuery?
    /// So many of the last that came stay, whatever they are; nil: none stays for that.
    public var keptEntries: Int?
    /// The last row that is looked at: set when the purge begins.
    var lastRow: Int64?

    /// A purge of these parts. Without any, everything goes.
    public init(
        filter: DebugFilter = DebugFilter(), match: WordQuery? = nil, keptEntries: Int? = nil
    ) {
        self.filter = filter
        self.match = match
        self.keptEntries = keptEntries
    }

    /// Whether everything goes.
    public var isAll: Bool { filter.isEmpty && match == nil && keptEntries == nil }
}

/// One standing rule of what is not kept.
public struct DebugRetention: RetentionRule {
    /// Only entries that happened so many seconds ago or earlier; nil for all.
    public var age: Double?
    /// Only entries at most so grave.
    public var levelAtMost: LogLevel?
    /// Only entries from there.
    public var source: LogSource?
    /// So many of the last that came stay.
    public var keptEntries: Int?

    /// A rule of these parts.
    public init(
        age: Double? = nil, levelAtMost: LogLevel? = nil, source: LogSource? = nil, keptEntries: Int? = nil
    ) {
        self.age = age
        self.levelAtMost = levelAtMost
        self.source = source
        self.keptEntries = keptEntries
    }

    /// What goes by it at a moment.
    public func purge(now: Date) -> DebugPurge {
        DebugPurge(
            filter: DebugFilter(
                source: source, levelAtMost: levelAtMost, until: age.map { now.addingTimeInterval(-$0) }),
            keptEntries: keptEntries)
    }
}
