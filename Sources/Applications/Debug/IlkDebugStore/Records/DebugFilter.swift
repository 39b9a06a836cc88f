public import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

/// A filter for the entries of a debug log. An entry matches if it meets all criteria; a criterion that is
/// `nil` is ignored.
public struct DebugFilter: Sendable, Hashable, Codable {
    /// The source of the selected entries, or `nil` for all sources.
    public var source: LogSource?
    /// The lowest level of the selected entries, or `nil` for all levels. The level of an entry is
    /// ``DebugRecord/level``.
    public var level: LogLevel?
    /// The highest level of the selected entries, or `nil` for all levels.
    public var levelAtMost: LogLevel?
    /// The name of the selected events, ignoring case. A `*` at the end matches any ending.
    public var event: String?
    /// The earliest time of the selected events, inclusive.
    public var since: Date?
    /// The upper limit of the time of the selected events, exclusive.
    public var until: Date?
    /// The correlation id of the selected entries, or the id of a single entry to select.
    public var correlationId: RecordID?

    /// Creates a filter. Criteria that are `nil` match every entry.
    ///
    /// - Parameters:
    ///   - source: The source of the selected entries.
    ///   - level: The lowest level of the selected entries.
    ///   - levelAtMost: The highest level of the selected entries.
    ///   - event: The name of the selected events, ignoring case. A `*` at the end matches any ending.
    ///   - since: The earliest time of the selected events, inclusive.
    ///   - until: The upper limit of the time of the selected events, exclusive.
    ///   - correlationId: The correlation id of the selected entries, or the id of a single entry to select.
    public init(
        source: LogSource? = nil, level: LogLevel? = nil, levelAtMost: LogLevel? = nil, event: String? = nil,
        since: Date? = nil, until: Date? = nil, correlationId: RecordID? = nil
    ) {
        self.source = source
        self.level = level
        self.levelAtMost = levelAtMost
        self.event = event
        self.since = since
        self.until = until
        self.correlationId = correlationId
    }

    /// Returns `true` if source, level and event meet the filter. Time and correlation id are not checked.
    func matches(_ kind: DebugKind) -> Bool {
        if let source, kind.source != source { return false }
        if level != nil || levelAtMost != nil {
            guard let place = kind.level?.severityIndex else { return false }
            if let level, place < level.severityIndex { return false }
            if let levelAtMost, place > levelAtMost.severityIndex { return false }
        }
        return event.map { kind.hasName($0) } ?? true
    }

    /// `true` if the filter has no condition on source, level or event.
    var meansAllKinds: Bool { source == nil && level == nil && levelAtMost == nil && event == nil }
}

extension LogLevel {
    /// The rank of the level by severity; 0 is the lowest.
    var severityIndex: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A combination of source, level and event, which many entries share. A row of `debugKind`.
struct DebugKind: Sendable, Hashable {
    var id: Int64
    var source: LogSource
    /// The corrected level if there is one, otherwise the sent level, otherwise the suggested level.
    var level: LogLevel?
    var event: String

    /// Returns `true` if the event has this name. A name that ends with `*` matches all names that begin with
    /// the part before the `*`.
    func hasName(_ name: String) -> Bool {
        let (folded, wanted) = (FoldedText.of(event), FoldedText.of(name))
        return wanted.hasSuffix("*") ? folded.hasPrefix(wanted.dropLast()) : folded == wanted
    }

    static func all(in database: Database) throws -> [DebugKind] {
        try Row.fetchAll(
            database, sql: "SELECT id, source, level, suggested, event FROM debugKind ORDER BY id"
        )
        .compactMap { row in
            guard let source = LogSource(rawValue: row[1]) else { return nil }
            return DebugKind(
                id: row[0], source: source, level: LogLevel(rawValue: row[2]) ?? LogLevel(rawValue: row[3]),
                event: row[4])
        }
    }
}
