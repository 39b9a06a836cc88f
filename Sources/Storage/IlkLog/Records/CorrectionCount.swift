public import IlkVocabulary

/// The number of corrections that were made on one day with one label.
public struct CorrectionCount: Sendable, Hashable {
    /// The day of the corrections in UTC, counted from 1970-01-01.
    public var day: Int
    /// The human label.
    public var category: Category
    /// The number of corrections with this label, alone or among others. If an entry was corrected several
    /// times, each correction counts.
    public var corrections: Int
}

extension CorrectionCount {
    package var fields: JSONObject {
        [
            "day": CalendarDay(day).description, "category": category.rawValue, "corrections": corrections,
        ]
    }
}
