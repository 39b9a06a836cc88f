public import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// A filter of entries. An entry must match all criteria.
public struct LogFilter: Sendable, Hashable, Codable {
    /// Selects only entries with this predicted label, or with this first predicted label in a multi-label
    /// taxonomy. Abstentions are selected only with ``abstainedOnly``, by their guess. Corrections do not
    /// affect the result.
    public var category: Category?
    /// Selects only entries classified at this time or later.
    public var since: Date?
    /// Selects only entries classified before this time.
    public var until: Date?
    /// Selects only entries whose model's digest begins with this string.
    public var model: String?
    /// Selects only entries whose verdict abstained.
    public var abstainedOnly: Bool

    /// The JSON keys of a filter. An unfinished purge stores its filter in the log, so the keys must not
    /// change.
    private enum CodingKeys: String, CodingKey {
        case category, since, until, model
        case abstainedOnly = "unsureOnly"
    }

    /// Creates a filter. Without arguments it matches all entries.
    ///
    /// - Parameters:
    ///   - category: Selects only entries with this predicted label; with `unsureOnly`, with this guess.
    ///   - since: Selects only entries classified at this time or later.
    ///   - until: Selects only entries classified before this time.
    ///   - model: Selects only entries whose model's digest begins with this string.
    ///   - unsureOnly: `true` to select only entries whose verdict abstained.
    public init(
        category: Category? = nil, since: Date? = nil, until: Date? = nil, model: String? = nil,
        unsureOnly: Bool = false
    ) {
        self.category = category
        self.since = since
        self.until = until
        self.model = model
        self.abstainedOnly = unsureOnly
    }

    /// Returns SQL conditions on the tables `l`, `v` and `p`, with their arguments.
    func conditions() -> (sql: [String], arguments: StatementArguments) {
        var found = SQLConditions()
        if let category {
            found.add("l.category = ?", category.rawValue)
            // The logged label of an abstention is only its guess.
            if !abstainedOnly { found.add("v.abstention IS NULL") }
        }
        found.add("l.timestamp >= ?", since?.timeIntervalSince1970)
        found.add("l.timestamp < ?", until?.timeIntervalSince1970)
        found.add("substr(p.modelDigest, 1, ?) = ?", model?.unicodeScalars.count, model)
        if abstainedOnly { found.add("v.abstention IS NOT NULL") }
        return (found.list, found.arguments)
    }
}
