public import IlkStore
import IlkVocabulary

/// A parsed query of a debug log, for example `level>=warn event:API_* payload.status>=500 source:ios "timed
/// out"`.
public struct DebugQuery: Sendable, Hashable {
    /// The fields that a query may contain.
    public static let fields: [SearchField] = [
        SearchField("level", kind: .scale(LogLevel.allCases.map(\.rawValue))),
        SearchField("source", kind: .choice(LogSource.allCases.map(\.rawValue))),
        SearchField("event", kind: .name),
        SearchField("payload", kind: .text, hasPaths: true),
        SearchField("correlation", aliases: ["correlation_id", "trace"], kind: .name),
        SearchField("id", kind: .name),
        SearchField("device", aliases: ["device_id"], kind: .name),
        SearchField("session", aliases: ["session_id"], kind: .name),
        SearchField("time", aliases: ["date"], kind: .date),
    ]

    /// The parsed query.
    public let query: SearchQuery

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - text: The query.
    ///   - calendar: The time zone and the current time, for dates in the query.
    /// - Throws: `SearchProblem` with the position of the error and a hint.
    public init(_ text: String, calendar: SearchCalendar) throws(SearchProblem) {
        query = try SearchQuery(text, fields: Self.fields, calendar: calendar)
    }
}
