public import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

/// Which entries of a debug log are meant: those for which all of this holds.
public struct DebugFilter: Sendable, Hashable, Codable {
    /// Only entries from there.
    public var source: LogSource?
    /// Only entries at least so grave, by what their sender said or the pipeline thinks.
    public var level: LogLevel?
    /// Only entries at most so grave.
    public var levelAtMost: LogLevel?
    /// Only entries whose event is called so; with `*` at its end: whose event begins so. Case does not matter.
    public var event: String?
    /// Only entries that happened at this time or later.
    public var since: Date?
    /// Only entries that happened before this time.
    public var until: Date?
    /// Only entries that belong to it, or are it.
    public var correlationId: RecordID?

    /// A filter of these parts; without any it lets all entries through.
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

    /// Whether it lets all entries through.
    public var isEmpty: Bool { self == DebugFilter() }

    /// Whether entries of a kind are meant.
    func means(_ kind: DebugKind) -> Bool {
        if let source, kind.source != source { return false }
        if level != nil || levelAtMost != nil {
            guard let place = kind.level?.place else { return false }
            if let level, place < level.place { return false }
            if let levelAtMost, place > levelAtMost.place { return false }
        }
        return event.map { kind.isCalled($0) } ?? true
    }

    /// Whether all kinds are meant.
    var meansAllKinds: Bool { source == nil && level == nil && levelAtMost == nil && event == nil }
}

extension LogLevel {
    /// Its place among all, the least grave first.
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What entries are asked for by: one row of `debugKind`.
struct DebugKind: Sendable, Hashable {
    var id: Int64
    var source: LogSource
    /// What its senders said, or else what the pipeline thinks.
    var level: LogLevel?
    var event: String

    /// Whether its event is called so, or begins so.
    func isCalled(_ name: String) -> Bool {
        let (folded, wanted) = (FoldedText.of(event), FoldedText.of(name))
        return wanted.hasSuffix("*") ? folded.hasPrefix(wanted.dropLast()) : folded == wanted
    }

    /// All kinds.
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
