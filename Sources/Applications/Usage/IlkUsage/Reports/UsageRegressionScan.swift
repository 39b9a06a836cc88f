import IlkVocabulary

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Detects vocabulary regressions from daily counts. The days may be added in any order. A scan needs 16
/// bytes of memory per symbol.
///
/// The test is the conditional test of two Poisson rates (Przyborowski and Wilenski, 1940). If the symbol's
/// share of all taps has not changed, the number of its recent uses has a binomial distribution. The success
/// probability is the number of recent taps divided by the number of taps in both periods. Because shares are
/// compared, a period with few taps does not flag every symbol.
///
/// Without recent taps, shares are undefined. The scan treats such a period as a pause and flags no symbol.
/// The exception is a store with only one symbol in use: its taps per day are compared instead of its share
/// of the taps.
struct UsageRegressionScan {
    private let settings: UsageRegressionSettings
    private let day: CalendarDay
    /// The recent days. If the last tap is older than the configured period, the recent days begin on the day
    /// after this tap.
    private let recent: ClosedRange<Int>
    private let previous: ClosedRange<Int>
    /// The counts of each symbol, indexed by the number of the symbol.
    private var symbols: [Tally] = []
    private var recentTaps = 0
    private var previousTaps = 0

    private struct Tally {
        var previous: UInt32 = 0
        var recent: UInt32 = 0
        /// The last day with uses, counted from 1 for the first day of the previous period; 0 for none.
        var last: UInt32 = 0
        /// The number of days of the previous period on which the symbol was used. `counted` is the last day
        /// that was added to this number, so all uses of one day must be added consecutively.
        var days: UInt16 = 0
        var counted: UInt16 = 0
    }

    /// Creates a scan.
    ///
    /// - Parameters:
    ///   - settings: The criteria.
    ///   - day: The day of the check.
    ///   - last: The day of the last tap of any symbol, up to `day`. If this tap is older than the recent
    ///     days, the recent days begin on the day after the tap. A tap more than a year before `day` is
    ///     ignored.
    init(_ settings: UsageRegressionSettings, on day: CalendarDay, lastTap last: CalendarDay? = nil) {
        self.settings = settings
        self.day = day
        var start = settings.recent(day).lowerBound.number
        if let last, last.number + 1 < start, day.number - last.number <= UsageStore.maximumMissedDays {
            start = last.number + 1
        }
        recent = start...day.number
        previous = start - settings.previousDays...start - 1
    }

    /// The days of both periods.
    var days: ClosedRange<Int> { previous.lowerBound...recent.upperBound }

    /// Adds uses of a symbol on a day. Days outside both periods are ignored.
    mutating func add(day: Int, symbol: Int, count: Int = 1) {
        guard days.contains(day) else { return }
        // Clamp: a damaged store may contain any count.
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

    /// Returns the flagged symbols, each with the number that was passed to ``add(day:symbol:count:)``. The
    /// field `symbolID` of each regression is empty, because a scan does not know the identifiers of symbols.
    func flags() -> [(symbol: Int, flag: UsageRegression)] {
        guard previousTaps > 0 else { return [] }
        if recentTaps == 0, symbols.count(where: { $0.previous > 0 }) > 1 { return [] }
        // The ratio of recent to previous taps. Without recent taps, the ratio of recent to previous days.
        let ratio =
            recentTaps > 0
            ? Double(recentTaps) / Double(previousTaps) : Double(recent.count) / Double(previous.count)
        let share = ratio / (1 + ratio)
        let tested = symbols.count { $0.previous >= settings.minimumUses }
        let limit = min(settings.significance, settings.maximumByChance / Double(max(tested, 1)))
        return symbols.indices.compactMap { number in
            let tally = symbols[number]
            let (before, now) = (Int(tally.previous), Int(tally.recent))
            guard before >= settings.minimumUses, now <= settings.maximumRecent else { return nil }
            let probability = Self.binomialTail(now, of: before + now, share)
            guard probability <= limit else { return nil }
            return (
                number,
                UsageRegression(
                    day: day, symbolID: "", lastUsed: CalendarDay(previous.lowerBound + Int(tally.last) - 1),
                    previousFrequency: before, previousDays: Int(tally.days), recentFrequency: now,
                    expected: Double(before) * ratio, probability: probability, isNew: true)
            )
        }
    }

    /// Returns the lower tail of the binomial distribution: the probability of at most this many successes.
    static func binomialTail(_ successes: Int, of trials: Int, _ probability: Double) -> Double {
        guard successes < trials else { return 1 }
        guard probability > 0 else { return 1 }
        guard probability < 1 else { return 0 }
        // Compute terms as logarithms, because large powers underflow.
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
