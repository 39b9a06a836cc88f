public import IlkStore
import IlkVocabulary

/// What somebody looks for in a debug log: `level>=warn event:API_* payload.status>=500 source:ios "timed out"`.
public struct DebugQuery: Sendable, Hashable {
    /// What can be asked for by name.
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

    /// What is looked for.
    public let query: SearchQuery

    /// Reads a query.
    ///
    /// - Throws: `SearchProblem`, with the place and a hint.
    public init(_ text: String, calendar: SearchCalendar) throws(SearchProblem) {
        query = try SearchQuery(text, fields: Self.fields, calendar: calendar)
    }
}
