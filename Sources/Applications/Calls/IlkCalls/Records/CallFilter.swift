public import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

/// Which calls are meant: those for which all of this holds. Deleted ones never are.
public struct CallFilter: Sendable, Hashable, Codable {
    /// Only calls with this contact.
    public var contactId: Int32?
    /// Only calls that felt so.
    public var emotion: EmotionalState?
    /// Only calls at this time or later.
    public var since: Date?
    /// Only calls before this time.
    public var until: Date?
    /// Only calls filed under this word.
    public var tag: String?
    /// Only calls of this status.
    public var status: CallSyncStatus?

    /// A filter of these parts; without any it lets all calls through.
    public init(
        contactId: Int32? = nil, emotion: EmotionalState? = nil, since: Date? = nil, until: Date? = nil,
        tag: String? = nil, status: CallSyncStatus? = nil
    ) {
        self.contactId = contactId
        self.emotion = emotion
        self.since = since
        self.until = until
        self.tag = tag
        self.status = status
    }

    /// Whether it lets all calls through.
    public var isEmpty: Bool { self == CallFilter() }

    /// Where the calls are read from, as the table `c`: those of a tag by way of its own list, which is in their order.
    var source: String {
        tag == nil ? "callLog c" : "callTagPlace g CROSS JOIN callLog c ON c.place = g.place"
    }

    /// The column of places that ``source`` is in the order of.
    var place: String { tag == nil ? "c.place" : "g.place" }

    /// As conditions of SQL on the calls of ``source``.
    func sourceConditions() -> (sql: [String], arguments: StatementArguments) {
        guard let tag else { return conditions() }
        var rest = self
        rest.tag = nil
        let (sql, arguments) = rest.conditions(place: place)
        return (["g.tag = ?"] + sql, [tag] + arguments)
    }

    /// As conditions of SQL on the table `c`, with their arguments.
    ///
    /// - Parameter place: The column of places: a search has its own, and a stretch of it is read only.
    func conditions(place: String = "c.place") -> (sql: [String], arguments: StatementArguments) {
        var found = SQLConditions(["c.isMarkedDeleted = 0"])
        found.add("c.contactId = ?", contactId)
        found.add("c.emotionalState = ?", emotion?.rawValue)
        found.add("\(place) >= ?", since.map(Self.place))
        found.add("\(place) < ?", until.map(Self.place))
        found.add("EXISTS(SELECT 1 FROM callTagPlace t WHERE t.tag = ? AND t.place = c.place)", tag)
        found.add("c.syncStatus = ?", status?.rawValue)
        return (found.list, found.arguments)
    }

    private static func place(_ date: Date) -> Int64 {
        TimedRows.calls.first(of: date.milliseconds)
    }
}
