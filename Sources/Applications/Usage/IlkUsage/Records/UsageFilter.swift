public import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

/// A filter for events. An event passes if it meets the conditions of all properties that are not `nil`.
public struct UsageFilter: Sendable, Hashable, Codable {
    /// The type of an event.
    public enum EventType: Int, Sendable, Hashable, Codable, CaseIterable {
        /// A tap on a symbol.
        case tap
        /// A spoken phrase.
        case phrase
    }

    /// The type of the events that pass, or `nil` for taps and phrases.
    public var type: EventType?
    /// The earliest time of the events that pass, inclusive.
    public var since: Date?
    /// The latest time of the events that pass, exclusive.
    public var until: Date?
    /// The key of a device. Only events that this device recorded pass.
    public var deviceID: RecordID?
    /// The key of a caregiver. Only events that were recorded while this caregiver was active pass.
    public var caregiverProfileID: RecordID?
    /// The key of a session. Only events of this session pass.
    public var sessionID: RecordID?
    /// The symbol that was tapped. If a symbol is set, no phrase passes.
    public var symbolID: String?
    /// A search query for the text of phrases. If a query is set, no tap passes.
    public var words: FullTextQuery?

    /// Creates a filter. Without conditions, all events pass.
    ///
    /// - Parameters:
    ///   - type: The type of the events that pass.
    ///   - since: The earliest time of the events that pass, inclusive.
    ///   - until: The latest time of the events that pass, exclusive.
    ///   - deviceID: The key of the device that recorded the events.
    ///   - caregiverProfileID: The key of the caregiver who was active.
    ///   - sessionID: The key of the session to which the events belong.
    ///   - symbolID: The symbol that was tapped. If a symbol is given, no phrase passes.
    ///   - words: A search query for the text of phrases. If a query is given, no tap passes.
    public init(
        type: EventType? = nil, since: Date? = nil, until: Date? = nil, deviceID: RecordID? = nil,
        caregiverProfileID: RecordID? = nil, sessionID: RecordID? = nil, symbolID: String? = nil,
        words: FullTextQuery? = nil
    ) {
        self.type = type
        self.since = since
        self.until = until
        self.deviceID = deviceID
        self.caregiverProfileID = caregiverProfileID
        self.sessionID = sessionID
        self.symbolID = symbolID
        self.words = words
    }

    /// The field names of a filter as JSON. The database stores the filter of an unfinished purge as JSON.
    private enum CodingKeys: String, CodingKey {
        case since, until, deviceID, caregiverProfileID, sessionID, symbolID, words
        case type = "kind"
    }

    /// `true` if the filter has no conditions.
    public var isEmpty: Bool { self == UsageFilter() }

    /// Returns the conditions as SQL on the table of events, which has the alias `c`.
    func conditions() -> (sql: String, arguments: StatementArguments) {
        var found = SQLConditions()
        found.add("c.kind = ?", type?.rawValue)
        found.add("c.place >= ?", since.map { TimeOrderedRowIDs.usage.first(of: $0.milliseconds) })
        found.add("c.place < ?", until.map { TimeOrderedRowIDs.usage.first(of: $0.milliseconds) })
        found.add("c.device = ?", deviceID.map { Data($0.bytes) })
        found.add("c.caregiver = ?", caregiverProfileID.map { Data($0.bytes) })
        found.add("c.session = ?", sessionID.map { Data($0.bytes) })
        found.add("c.symbol = ?", symbolID)
        found.add("c.place IN (SELECT rowid FROM usageSearch WHERE phrase MATCH ?)", words?.expression)
        return (found.list.isEmpty ? "1" : found.list.joined(separator: " AND "), found.arguments)
    }
}
