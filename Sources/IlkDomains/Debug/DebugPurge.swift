public import FoundationEssentials
import GRDB
public import IlkVocabulary

/// What goes from a debug log: entries for which all of this holds. The newest may be kept.
public struct DebugPurge: Sendable, Hashable, Codable {
    /// Which entries.
    public var filter: DebugFilter
    /// Only entries whose text has this.
    public var match: WordQuery?
    /// Only these entries; nil for all.
    public var ids: [RecordID]?
    /// So many of the last that came stay, whatever they are; nil: none stays for that.
    public var keptEntries: Int?
    /// The last row that is looked at: set when the purge begins.
    var lastRow: Int64?

    /// A purge of these parts. Without any, everything goes.
    public init(
        filter: DebugFilter = DebugFilter(), match: WordQuery? = nil, ids: [RecordID]? = nil,
        keptEntries: Int? = nil
    ) {
        self.filter = filter
        self.match = match
        self.ids = ids
        self.keptEntries = keptEntries
    }

    /// Whether everything goes.
    public var isAll: Bool { filter.isEmpty && match == nil && ids == nil && keptEntries == nil }

    /// What went, or would.
    public struct Report: Sendable, Hashable, PurgeReport {
        /// How many entries.
        public var entries = 0
        /// The bytes of their events and payloads.
        public var bytes = 0
        /// How many refused entries, which were kept aside.
        public var quarantined = 0

        /// A report of nothing.
        public init() {}

        /// Adds the counts of another purge.
        public static func += (sum: inout Report, more: Report) {
            sum.entries += more.entries
            sum.bytes += more.bytes
            sum.quarantined += more.quarantined
        }
    }
}

/// One standing rule of what is not kept.
public struct DebugRetention: Sendable, Hashable, Codable {
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
