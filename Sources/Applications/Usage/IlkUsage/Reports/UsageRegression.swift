public import IlkVocabulary

/// A symbol that was used often and is not any more, with what speaks for it.
public struct UsageRegression: Sendable, Hashable {
    /// The day for which it was looked.
    public var day: CalendarDay
    /// The symbol.
    public var symbolID: String
    /// The day on which it was used last.
    public var lastUsed: CalendarDay
    /// How often it was used in the days before the recent ones.
    public var previousFrequency: Int
    /// On how many of those days.
    public var previousDays: Int
    /// How often it was used in the recent days.
    public var recentFrequency: Int
    /// How often it would have been, had it been used as before, given how much was done in the recent days.
    public var expected: Double
    /// How probable it is that so few come of steady use by chance.
    public var probability: Double
    /// Whether it was not flagged the day before.
    public var isNew: Bool
}

/// When a symbol counts as used often and not any more.
public struct UsageRegressionSettings: Sendable, Hashable {
    /// How many days count as recent, the day itself among them.
    public var recentDays: Int
    /// How many days before these it is held against.
    public var previousDays: Int
    /// How often it must have been used in them.
    public var minimumUses: Int
    /// How often it may still be used in the recent days.
    public var maximumRecent: Int
    /// How improbable it must be that it is chance.
    public var significance: Double

    /// Settings of these parts: five days against the fourteen before, used five times and more, and not at all now, by
    /// chance in one of fifty cases at most.
    public init(
        recentDays: Int = 5, previousDays: Int = 14, minimumUses: Int = 5, maximumRecent: Int = 0,
        significance: Double = 0.02
    ) {
        self.recentDays = recentDays
        self.previousDays = previousDays
        self.minimumUses = minimumUses
        self.maximumRecent = maximumRecent
        self.significance = significance
    }

    /// What is wrong with them; nil when they can be.
    public var problem: String? {
        if !(1...366).contains(recentDays) || !(1...3660).contains(previousDays) {
            return "recent days are 1 to 366, those before 1 to 3660"
        }
        if minimumUses < 1 { return "a symbol that was used often was used once at least" }
        if maximumRecent < 0 { return "recent uses are not below 0" }
        return significance > 0 && significance < 1 ? nil : "a significance is between 0 and 1"
    }

    /// The recent days up to a day.
    public func recent(_ day: CalendarDay) -> ClosedRange<CalendarDay> { day.later(by: 1 - recentDays)...day }

    /// The days before these.
    public func previous(_ day: CalendarDay) -> ClosedRange<CalendarDay> {
        day.later(by: 1 - recentDays - previousDays)...day.later(by: -recentDays)
    }
}
