public import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// Which entries of a log are meant: those for which all of this holds.
public struct LogFilter: Sendable, Hashable, Codable {
    /// Only entries for which the log's row has this category; corrections do not move an entry.
    public var category: Category?
    /// Only entries classified at this time or later.
    public var since: Date?
    /// Only entries classified before this time.
    public var until: Date?
    /// Only entries whose verdict is of a model with a digest that begins so.
    public var model: String?
    /// Only entries whose verdict abstained.
    public var unsureOnly: Bool

    /// A filter of these parts; without any it lets all entries through.
    public init(
        category: Category? = nil, since: Date? = nil, until: Date? = nil, model: String? = nil,
        unsureOnly: Bool = false
    ) {
        self.category = category
        self.since = since
        self.until = until
        self.model = model
        self.unsureOnly = unsureOnly
    }

    /// As conditions of SQL on the tables `l`, `v` and `p`, with their arguments.
    func conditions() -> (sql: [String], arguments: StatementArguments) {
        var found = SQLConditions()
        found.add("l.category = ?", category?.rawValue)
        found.add("l.timestamp >= ?", since?.timeIntervalSince1970)
        found.add("l.timestamp < ?", until?.timeIntervalSince1970)
        found.add("substr(p.modelDigest, 1, ?) = ?", model?.unicodeScalars.count, model)
        if unsureOnly { found.add("v.abstention IS NOT NULL") }
        return (found.list, found.arguments)
    }
}
