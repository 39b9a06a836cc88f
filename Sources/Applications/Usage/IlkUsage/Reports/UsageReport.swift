public import IlkVocabulary

/// A summary of the use of an app over a range of days.
public struct UsageReport: Sendable, Hashable {
    /// Counts of taps and phrases.
    public struct Amount: Sendable, Hashable {
        /// The number of taps.
        public var taps = 0
        /// The number of spoken phrases.
        public var phrases = 0
        /// The number of symbols in the counted phrases.
        public var phraseSymbols = 0
        /// The total construction time of the counted phrases, in milliseconds.
        public var constructionTime = 0
        /// The number of distinct symbols that were tapped.
        public var uniqueSymbols = 0

        /// The mean number of symbols per phrase; `nil` without phrases.
        public var meanPhrase: Double? { phrases == 0 ? nil : Double(phraseSymbols) / Double(phrases) }
        /// The mean construction time of a phrase in seconds; `nil` without phrases.
        public var meanConstruction: Double? {
            phrases == 0 ? nil : Double(constructionTime) / Double(phrases) / 1000
        }

        mutating func add(_ type: UsageFilter.EventType, events: Int, symbols: Int, time: Int) {
            switch type {
            case .tap: taps += events
            case .phrase:
                phrases += events
                phraseSymbols += symbols
                constructionTime += time
            }
        }
    }

    /// The summary of one day.
    public struct Day: Sendable, Hashable {
        /// The local day.
        public var day: CalendarDay
        /// The counts of the day.
        public var amount: Amount
        /// The number of distinct symbols that were used from the first event up to the end of this day.
        public var vocabulary: Int
        /// The number of symbols that were used for the first time on this day.
        public var newSymbols: Int
    }

    /// The counts of the events of one device or one caregiver.
    public struct Group: Sendable, Hashable {
        /// The key of the device or caregiver; `nil` for the events without a caregiver.
        public var id: RecordID?
        /// The counts of the device or caregiver.
        public var amount: Amount
    }

    /// A symbol or phrase with its number of uses.
    public struct Count: Sendable, Hashable {
        /// The id of the symbol, or the text of the phrase.
        public var term: String
        /// The number of uses of the symbol or phrase.
        public var count: Int
    }

    /// The first day of the reported period.
    public var first: CalendarDay
    /// The last day of the reported period, inclusive.
    public var last: CalendarDay
    /// The counts of all days of the period.
    public var total: Amount
    /// The days with events, in order.
    public var days: [Day]
    /// The counts by device, the most active first.
    public var devices: [Group]
    /// The counts by caregiver, the most active first.
    public var caregivers: [Group]
    /// The most frequent symbols.
    public var symbols: [Count]
    /// The most frequent phrases.
    public var phrases: [Count]
    /// The sessions that began in the period, oldest first.
    public var sessions: [UsageSession]
}
