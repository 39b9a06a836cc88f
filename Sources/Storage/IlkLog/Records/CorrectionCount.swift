public import IlkVocabulary

/// The number of corrections of a day with one label.
public struct CorrectionCount: Sendable, Hashable {
    /// The day of the corrections in UTC, counted from 1970-01-01.
    public var day: Int
    /// The human label, or the first of several.
    public var category: Category
    /// The number of corrections. Several corrections of an entry count each.
    public var corrections: Int
}

extension CorrectionCount {
    /// The JSON fields of the count.
    package var fields: JSONObject {
        [
            "day": CalendarDay(day).description, "category": category.rawValue, "corrections": corrections,
        ]
    }
}
