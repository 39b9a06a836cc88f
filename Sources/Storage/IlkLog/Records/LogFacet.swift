public import IlkVocabulary

/// The number of entries that share some properties, such as all entries of one day with one label.
public struct LogFacet: Sendable, Hashable {
    /// A property by which entries are counted.
    public enum Dimension: String, Sendable, CaseIterable {
        /// The logged label.
        case category
        /// The day on which the text was classified, in UTC.
        case day
        /// The hour in which the text was classified, in UTC.
        case hour
        /// The model of the verdict.
        case model
        /// The reason for abstaining.
        case abstention
    }

    /// The label, or `nil` if entries are not counted by label.
    public var category: Category?
    /// The day, counted from 1970-01-01, or `nil` if entries are not counted by day.
    public var day: Int?
    /// The hour, counted from 1970-01-01T00:00:00Z, or `nil` if entries are not counted by hour.
    public var hour: Int?
    /// The digest of the model, or `nil` if entries are not counted by model or if these entries have no
    /// model.
    public var model: String?
    /// The reason for abstaining, or `nil` if entries are not counted by reason, or if these entries are not
    /// abstentions.
    public var abstention: Verdict.Abstention?
    /// The number of entries.
    public var entries: Int
    /// The total size of the texts in bytes of UTF-8, or `nil` if the texts are not measured.
    public var bytes: Int?
}

extension LogFacet {
    /// Returns counts sorted by time, the newest first, then by label, model and reason for abstaining.
    ///
    /// - Parameters:
    ///   - facets: The counts.
    ///   - taxonomy: The labels in their order.
    /// - Complexity: O(*n* log *n*) in the number of counts.
    package static func sorted(_ facets: some Sequence<LogFacet>, labels taxonomy: Taxonomy) -> [LogFacet] {
        facets.map { (place: $0.category.flatMap(taxonomy.index) ?? 0, facet: $0) }
            .sorted { precedes($0, $1) }.map(\.facet)
    }

    private static func precedes(
        _ first: (place: Int, facet: LogFacet), _ second: (place: Int, facet: LogFacet)
    ) -> Bool {
        if first.facet.hour != second.facet.hour {
            return (first.facet.hour ?? 0) > (second.facet.hour ?? 0)
        }
        if first.facet.day != second.facet.day { return (first.facet.day ?? 0) > (second.facet.day ?? 0) }
        if first.place != second.place { return first.place < second.place }
        if first.facet.model != second.facet.model {
            return (first.facet.model ?? "") < (second.facet.model ?? "")
        }
        return (first.facet.abstention?.rawValue ?? "") < (second.facet.abstention?.rawValue ?? "")
    }

    package var fields: JSONObject {
        [
            "category": category?.rawValue, "day": day.map { CalendarDay($0).description }, "model": model,
            "hour": hour.map { RecordTime.text(Double($0) * 3600) }, "abstention": abstention?.rawValue,
            "entries": entries, "bytes": bytes,
        ]
    }
}
