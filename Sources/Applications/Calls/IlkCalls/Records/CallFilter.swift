public import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

/// A filter for calls. A call passes if it meets all conditions. A property that is `nil` sets no condition.
/// Deleted calls never pass.
public struct CallFilter: Sendable, Hashable, Codable {
    /// The id of the contact of the selected calls, or `nil` for all contacts.
    public var contactId: Int32?
    /// The recorded emotion of the selected calls, or `nil` for all calls. Suggested emotions are ignored.
    public var emotion: EmotionalState?
    /// The earliest start time of the selected calls, inclusive.
    public var since: Date?
    /// The upper limit of the start time of the selected calls, exclusive.
    public var until: Date?
    /// A tag that the selected calls have.
    public var tag: String?
    /// The sync status of the selected calls, or `nil` for all calls.
    public var status: CallSyncStatus?

    /// Creates a filter. Without conditions, all calls pass.
    ///
    /// - Parameters:
    ///   - contactId: The id of the contact of the selected calls.
    ///   - emotion: The recorded emotion of the selected calls. Suggested emotions are ignored.
    ///   - since: The earliest start time of the selected calls, inclusive.
    ///   - until: The upper limit of the start time of the selected calls, exclusive.
    ///   - tag: A tag that the selected calls have.
    ///   - status: The sync status of the selected calls.
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

    /// The FROM clause that yields the calls as the table `c`. With a tag, the clause starts from the table
    /// `callTagPlace`, which lists the row numbers of the calls with each tag in ascending order.
    var source: String {
        tag == nil ? "callLog c" : "callTagPlace g CROSS JOIN callLog c ON c.place = g.place"
    }

    /// The column of row numbers that ``source`` is sorted by.
    var rowColumn: String { tag == nil ? "c.place" : "g.place" }

    /// Returns the conditions as SQL on the rows of ``source``, with their arguments.
    func sourceConditions() -> (sql: [String], arguments: StatementArguments) {
        guard let tag else { return conditions() }
        var rest = self
        rest.tag = nil
        let (sql, arguments) = rest.conditions(place: rowColumn)
        return (["g.tag = ?"] + sql, [tag] + arguments)
    }

    /// Returns the conditions as SQL on the table `c`, with their arguments.
    ///
    /// - Parameter place: The column of row numbers that the time range limits. A search passes the row id of
    ///   the full-text index, so that only a part of the index is read.
    func conditions(place: String = "c.place") -> (sql: [String], arguments: StatementArguments) {
        var found = SQLConditions(["c.isMarkedDeleted = 0"])
        found.add("c.contactId = ?", contactId)
        found.add("c.emotionalState = ?", emotion?.rawValue)
        found.add("\(place) >= ?", since.map(Self.rowColumn))
        found.add("\(place) < ?", until.map(Self.rowColumn))
        found.add("EXISTS(SELECT 1 FROM callTagPlace t WHERE t.tag = ? AND t.place = c.place)", tag)
        found.add("c.syncStatus = ?", status?.rawValue)
        return (found.list, found.arguments)
    }

    private static func rowColumn(_ date: Date) -> Int64 {
        TimeOrderedRowIDs.calls.first(of: date.milliseconds)
    }
}
