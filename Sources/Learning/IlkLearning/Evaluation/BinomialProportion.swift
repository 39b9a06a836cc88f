import Glibc

/// Events among trials: what can be said of the probability behind them.
///
/// Bounds by C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
/// binomial", Biometrika 26 (1934): they hold for every number of trials, small ones too.
public struct BinomialProportion: Sendable, Hashable {
    /// How many trials had the event, at most ``trials``.
    public let events: Int
    /// How many trials there were, 0 and up.
    public let trials: Int

    /// So many events among so many trials.
    public init(events: Int, trials: Int) {
        precondition(events >= 0 && events <= trials, "no more events than trials")
        self.events = events
        self.trials = trials
    }

    /// The share of trials with the event, 0 ... 1; 0 of no trials.
    public var share: Double { trials == 0 ? 0 : Double(events) / Double(trials) }

    /// The probability below which the true one lies, but for an error of at most `error`: 1 when nothing can be said.
    public func upperBound(error: Double = 0.05) -> Double {
        guard events < trials else { return 1 }
        return Self.solve {
            IncompleteBeta.value($0, Double(events) + 1, Double(trials - events)) - (1 - error)
        }
    }

    /// The probability above which the true one lies, but for an error of at most `error`: 0 when nothing can be said.
    public func lowerBound(error: Double = 0.05) -> Double {
        guard events > 0 else { return 0 }
        return Self.solve { IncompleteBeta.value($0, Double(events), Double(trials - events) + 1) - error }
    }

    /// The range that holds the true probability, but for an error of at most `error`, half of it on each side.
    public func interval(error: Double = 0.05) -> ConfidenceInterval {
        ConfidenceInterval(lower: lowerBound(error: error / 2), upper: upperBound(error: error / 2))
    }

    /// The probability that at most ``events`` of so many trials have an event of probability `probability`.
    public func cumulative(probability: Double) -> Double {
        events >= trials
            ? 1 : 1 - IncompleteBeta.value(probability, Double(events) + 1, Double(trials - events))
    }

    /// Where a function that rises from below 0 to above it on 0 ... 1 is 0: to the last bit or two, by halving.
    private static func solve(_ function: (Double) -> Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if function(middle) < 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}

/// The regularised incomplete beta function.
///
/// By its continued fraction, evaluated from the front (W. J. Lentz, Applied Optics 15, 1976); M. Abramowitz and
/// I. A. Stegun, "Handbook of Mathematical Functions", 26.5.8.
enum IncompleteBeta {
    /// I_x(a, b) for x of 0 ... 1 and positive a and b: 0 ... 1, exact to about 1e-12.
    static func value(_ x: Double, _ a: Double, _ b: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        let logarithm = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
        // The fraction converges fast on the side of the mean where x is the smaller part.
        if x < (a + 1) / (a + b + 2) { return exp(logarithm) * fraction(x, a, b) / a }
        return 1 - exp(logarithm) * fraction(1 - x, b, a) / b
    }

    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let tiny = 1e-300
        func away(_ number: Double) -> Double { abs(number) < tiny ? tiny : number }
        var numerator = 1.0
        var denominator = 1 / away(1 - (a + b) * x / (a + 1))
        var result = denominator
        // Of the order of the square root of the larger number: 10,000 steps are enough for a hundred million trials.
        for step in 1...10_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            denominator = 1 / away(1 + even * denominator)
            numerator = away(1 + even / numerator)
            result *= denominator * numerator
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            denominator = 1 / away(1 + odd * denominator)
            numerator = away(1 + odd / numerator)
            let change = denominator * numerator
            result *= change
            if abs(change - 1) < 1e-15 { break }
        }
        return result
    }
}
