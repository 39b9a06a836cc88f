import IlkVocabulary

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Looks for symbols that were used often and are not any more, as counts come by, in any order: it keeps 16 bytes a symbol.
///
/// The test is one of two rates (J. Przyborowski and H. Wilenski, 1940): if a symbol's share of all taps had stayed the same,
/// each of its uses would have fallen into the recent days with the probability that any tap did, and their number would be
/// binomial. What is held against each other are shares, not days: whoever did little, or nothing, is not missed by every
/// symbol at once.
struct UsageRegressionScan {
    private let settings: UsageRegressionSettings
    private let day: CalendarDay
    private let recent: ClosedRange<Int>
    private let previous: ClosedRange<Int>
    /// By the symbol's number.
    private var symbols: [Tally] = []
    private var recentTaps = 0
    private var previousTaps = 0

    private struct Tally {
        var previous: UInt32 = 0
        var recent: UInt32 = 0
        /// The last day, counted from the first that is looked at; 0 for none.
        var last: UInt32 = 0
        /// How many days, and the last one that was counted: counts of a day come together.
        var days: UInt16 = 0
        var counted: UInt16 = 0
    }

    /// A look at a day.
    init(_ settings: UsageRegressionSettings, on day: CalendarDay) {
        self.settings = settings
        self.day = day
        recent = settings.recent(day).lowerBound.number...day.number
        previous = settings.previous(day).lowerBound.number...settings.previous(day).upperBound.number
    }

    /// The days that are looked at.
    var days: ClosedRange<Int> { previous.lowerBound...recent.upperBound }

    /// Takes uses of a symbol on a day. Counts of other days are left out.
    mutating func add(day: Int, symbol: Int, count: Int = 1) {
        guard days.contains(day) else { return }
        // A damaged store may hold any count.
        let count = min(max(count, 0), Int(UInt32.max))
        if symbol >= symbols.count {
            symbols += [Tally](repeating: Tally(), count: max(symbol + 1 - symbols.count, symbols.count))
        }
        let isRecent = recent.contains(day)
        let place = UInt32(day - previous.lowerBound + 1)
        symbols.withUnsafeMutableBufferPointer { symbols in
            if isRecent {
                symbols[symbol].recent = UInt32(clamping: Int(symbols[symbol].recent) + count)
            } else {
                symbols[symbol].previous = UInt32(clamping: Int(symbols[symbol].previous) + count)
                if symbols[symbol].counted != UInt16(place) {
                    symbols[symbol].counted = UInt16(place)
                    symbols[symbol].days += 1
                }
            }
            if place > symbols[symbol].last { symbols[symbol].last = place }
        }
        if isRecent { recentTaps += count } else { previousTaps += count }
    }

    /// The symbols that are flagged, by their numbers; their names are left empty.
    func flags() -> [(symbol: Int, flag: UsageRegression)] {
        guard recentTaps > 0, previousTaps > 0 else { return [] }
        let share = Double(recentTaps) / Double(recentTaps + previousTaps)
        return symbols.indices.compactMap { number in
            let tally = symbols[number]
            let (before, now) = (Int(tally.previous), Int(tally.recent))
            guard before >= settings.minimumUses, now <= settings.maximumRecent else { return nil }
            let probability = Self.tail(now, of: before + now, share)
            guard probability <= settings.significance else { return nil }
            return (
                number,
                UsageRegression(
                    day: day, symbolID: "", lastUsed: CalendarDay(previous.lowerBound + Int(tally.last) - 1),
                    previousFrequency: before, previousDays: Int(tally.days), recentFrequency: now,
                    expected: Double(before) * Double(recentTaps) / Double(previousTaps),
                    probability: probability, isNew: true)
            )
        }
    }

    /// The probability of at most so many successes in a number of trials.
    static func tail(_ successes: Int, of trials: Int, _ probability: Double) -> Double {
        guard successes < trials else { return 1 }
        guard probability > 0 else { return 1 }
        guard probability < 1 else { return 0 }
        // Term by term, in logarithms: powers of hundreds would be nothing.
        var term = Double(trials) * log1p(-probability)
        let step = log(probability) - log1p(-probability)
        var sum = exp(term)
        for count in 0..<max(0, successes) {
            term += step + log(Double(trials - count)) - log(Double(count + 1))
            sum += exp(term)
        }
        return min(1, sum)
    }
}
