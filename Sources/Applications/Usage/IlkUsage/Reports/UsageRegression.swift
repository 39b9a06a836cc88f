public import IlkVocabulary

/// A vocabulary regression: a symbol that was used often and is no longer used.
///
/// A check compares a recent period, which ends on the day of the check, with the previous period before it.
public struct UsageRegression: Sendable, Hashable {
    /// The last day of the recent period.
    public var day: CalendarDay
    /// The app's identifier of the symbol.
    public var symbolID: String
    /// The last day on which the symbol was used.
    public var lastUsed: CalendarDay
    /// The number of uses in the previous period.
    public var previousFrequency: Int
    /// The number of days with uses in the previous period.
    public var previousDays: Int
    /// The number of uses in the recent period.
    public var recentFrequency: Int
    /// The number of uses that the recent period would have if the symbol's share of all taps had not
    /// changed.
    public var expected: Double
    /// The p-value of the drop in use. This is the probability that the symbol has at most
    /// ``recentFrequency`` uses in the recent period if its share of all taps has not changed. If nothing was
    /// tapped in the recent period and only one symbol was in use before, the test compares the taps per day
    /// instead of the share.
    public var probability: Double
    /// `true` if the check of the day before did not flag the symbol.
    public var isNew: Bool

    /// The regression as a JSON object.
    package var fields: JSONObject {
        [
            "symbol_id": symbolID, "last_used_date": lastUsed.description,
            "previous_frequency": previousFrequency, "previous_days": previousDays,
            "recent_frequency": recentFrequency, "expected": expected, "probability": probability,
            "is_new": isNew,
        ]
    }
}

/// The criteria for flagging a symbol as a vocabulary regression.
public struct UsageRegressionSettings: Sendable, Hashable {
    /// The length of the recent period in days, including the day of the check.
    public var recentDays: Int
    /// The length of the previous period in days.
    public var previousDays: Int
    /// The minimum number of uses of a flagged symbol in the previous period.
    public var minimumUses: Int
    /// The maximum number of uses of a flagged symbol in the recent period.
    public var maximumRecent: Int
    /// The maximum p-value of a flagged symbol (``UsageRegression/probability``).
    public var significance: Double
    /// The maximum number of symbols that one check is expected to flag by chance. This number divided by the
    /// number of tested symbols is a second limit for the p-value (Bonferroni correction).
    public var maximumByChance: Double

    /// Creates settings. With the default values, a symbol is flagged if it was used at least 5 times in 14
    /// days and not at all in the following 5 days. In addition, its p-value must be at most 0.02, and at
    /// most 0.5 divided by the number of tested symbols.
    ///
    /// - Parameters:
    ///   - recentDays: The length of the recent period in days, 1 to 366.
    ///   - previousDays: The length of the previous period in days, 1 to 3660.
    ///   - minimumUses: The minimum number of uses in the previous period, at least 1.
    ///   - maximumRecent: The maximum number of uses in the recent period.
    ///   - significance: The maximum p-value, between 0 and 1.
    ///   - maximumByChance: The maximum number of symbols that one check is expected to flag by chance, above
    ///     0.
    public init(
        recentDays: Int = 5, previousDays: Int = 14, minimumUses: Int = 5, maximumRecent: Int = 0,
        significance: Double = 0.02, maximumByChance: Double = 0.5
    ) {
        self.recentDays = recentDays
        self.previousDays = previousDays
        self.minimumUses = minimumUses
        self.maximumRecent = maximumRecent
        self.significance = significance
        self.maximumByChance = maximumByChance
    }

    /// The message for the first invalid setting, or `nil` if all settings are valid.
    public var validationError: String? {
        if !(1...366).contains(recentDays) || !(1...3660).contains(previousDays) {
            return "recent days must be from 1 to 366, previous days from 1 to 3660"
        }
        if minimumUses < 1 { return "the minimum number of uses in the previous days must be at least 1" }
        if maximumRecent < 0 { return "the maximum number of recent uses must not be negative" }
        if !(maximumByChance > 0) { return "the number of symbols flagged by chance must be above 0" }
        return significance > 0 && significance < 1 ? nil : "the significance must be between 0 and 1"
    }

    /// Returns the recent period that ends on a day.
    ///
    /// - Parameter day: The last day of the period.
    public func recent(_ day: CalendarDay) -> ClosedRange<CalendarDay> {
        day.adding(by: 1 - recentDays)...day
    }

    /// Returns the previous period, which ends before the recent period.
    ///
    /// - Parameter day: The last day of the recent period.
    public func previous(_ day: CalendarDay) -> ClosedRange<CalendarDay> {
        day.adding(by: 1 - recentDays - previousDays)...day.adding(by: -recentDays)
    }
}
