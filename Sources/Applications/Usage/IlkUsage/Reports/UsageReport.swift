public import IlkVocabulary

/// What somebody's use of an app came to over days.
public struct UsageReport: Sendable, Hashable {
    /// How much was done.
    public struct Amount: Sendable, Hashable {
        /// How many symbols were tapped.
        public var taps = 0
        /// How many phrases were spoken.
        public var phrases = 0
        /// How many symbols these phrases have.
        public var phraseSymbols = 0
        /// How long it took to build them, in milliseconds.
        public var constructionTime = 0
        /// How many different symbols were tapped.
        public var uniqueSymbols = 0

        /// Symbols a phrase on average; nil without one.
        public var meanPhrase: Double? { phrases == 0 ? nil : Double(phraseSymbols) / Double(phrases) }
        /// Seconds that a phrase took on average; nil without one.
        public var meanConstruction: Double? {
            phrases == 0 ? nil : Double(constructionTime) / Double(phrases) / 1000
        }

        mutating func add(_ kind: UsageFilter.Kind, events: Int, symbols: Int, time: Int) {
            switch kind {
            case .tap: taps += events
            case .phrase:
                phrases += events
                phraseSymbols += symbols
                constructionTime += time
            }
        }
    }

    /// What a day came to.
    public struct Day: Sendable, Hashable {
        /// The day.
        public var day: CalendarDay
        /// How much.
        public var amount: Amount
        /// How many symbols were ever used up to its end.
        public var vocabulary: Int
        /// Symbols that were never used before it.
        public var newSymbols: Int
    }

    /// How much was done on a device, or with a caregiver.
    public struct Group: Sendable, Hashable {
        /// The device's or the caregiver's key; nil where nobody was set.
        public var id: RecordID?
        /// How much.
        public var amount: Amount
    }

    /// A word or phrase, and how often.
    public struct Count: Sendable, Hashable {
        /// The symbol, or the phrase.
        public var term: String
        /// How often.
        public var count: Int
    }

    /// From this day.
    public var first: CalendarDay
    /// To this day, which is part of it.
    public var last: CalendarDay
    /// All of it.
    public var total: Amount
    /// Each day on which something was done, in order.
    public var days: [Day]
    /// By device, the busiest first.
    public var devices: [Group]
    /// By caregiver, the busiest first.
    public var caregivers: [Group]
    /// The symbols used most.
    public var symbols: [Count]
    /// The phrases spoken most.
    public var phrases: [Count]
    /// The sessions that began in these days, oldest first.
    public var sessions: [UsageSession]
}
