public import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

/// Which events are meant: those for which all of this holds.
public struct UsageFilter: Sendable, Hashable, Codable {
    /// What was done.
    public enum Kind: Int, Sendable, Hashable, Codable, CaseIterable {
        /// Symbols were tapped.
        case tap
        /// Phrases were spoken.
        case phrase
    }

    /// Only taps, or only phrases.
    public var kind: Kind?
    /// Only at this time or later.
    public var since: Date?
    /// Only before this time.
    public var until: Date?
    /// Only on this device.
    public var deviceID: RecordID?
    /// Only with this caregiver.
    public var caregiverProfileID: RecordID?
    /// Only in this session.
    public var sessionID: RecordID?
    /// Only taps on this symbol.
    public var symbolID: String?
    /// Only phrases that have what is looked for.
    public var words: WordQuery?

    /// A filter of these parts; without any it lets all events through.
    public init(
        kind: Kind? = nil, since: Date? = nil, until: Date? = nil, deviceID: RecordID? = nil,
        caregiverProfileID: RecordID? = nil, sessionID: RecordID? = nil, symbolID: String? = nil,
        words: WordQuery? = nil
    ) {
        self.kind = kind
        self.since = since
        self.until = until
        self.deviceID = deviceID
        self.caregiverProfileID = caregiverProfileID
        self.sessionID = sessionID
        self.symbolID = symbolID
        self.words = words
    }

    /// Whether it lets all events through.
    public var isEmpty: Bool { self == UsageFilter() }

    /// As conditions of SQL on the table `c`, with their arguments.
    func conditions() -> (sql: String, arguments: StatementArguments) {
        var found = SQLConditions()
        found.add("c.kind = ?", kind?.rawValue)
        found.add("c.place >= ?", since.map { TimedRows.usage.first(of: $0.milliseconds) })
        found.add("c.place < ?", until.map { TimedRows.usage.first(of: $0.milliseconds) })
        found.add("c.device = ?", deviceID.map { Data($0.bytes) })
        found.add("c.caregiver = ?", caregiverProfileID.map { Data($0.bytes) })
        found.add("c.session = ?", sessionID.map { Data($0.bytes) })
        found.add("c.symbol = ?", symbolID)
        found.add("c.place IN (SELECT rowid FROM usageSearch WHERE phrase MATCH ?)", words?.expression)
        return (found.list.isEmpty ? "1" : found.list.joined(separator: " AND "), found.arguments)
    }
}
