public import IlkStore

/// A parsed mail query, for example `from:sarah subject:"see you" -is:read date:2024-01..2024-03`.
public struct MailQuery: Sendable, Hashable {
    /// The fields of a mail query. `label:`, `folder:` and `in:` are aliases of `tag:`.
    public static let fields: [SearchField] = [
        SearchField("from", kind: .text),
        SearchField("to", aliases: ["cc"], kind: .text),
        SearchField("subject", kind: .text),
        SearchField("body", kind: .text),
        SearchField("tag", aliases: ["label", "folder", "in"], kind: .name),
        SearchField("is", kind: .choice(["unread", "read", "starred", "flagged"])),
        SearchField("has", kind: .choice(["attachment"])),
        SearchField("date", kind: .date),
        SearchField("after", aliases: ["since"], kind: .date),
        SearchField("before", kind: .date),
        SearchField("newer_than", kind: .date),
        SearchField("older_than", kind: .date),
        SearchField("id", aliases: ["mid"], kind: .name),
        SearchField("thread", kind: .name),
        SearchField("category", kind: .name),
        SearchField("size", kind: .number),
    ]

    /// The parsed query.
    public let query: SearchQuery

    /// Parses a query.
    ///
    /// - Parameters:
    ///   - text: The query.
    ///   - calendar: The time zone and the current time, for dates in the query such as `2024-01` and `7d`.
    /// - Throws: `SearchProblem` with the position of the error and a hint.
    public init(_ text: String, calendar: SearchCalendar) throws(SearchProblem) {
        query = try SearchQuery(text, fields: Self.fields, calendar: calendar)
    }
}
