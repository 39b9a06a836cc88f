import Glibc

/// The number of events in independent trials, with exact confidence bounds for the probability of the event.
///
/// The bounds follow C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits
/// illustrated in the case of the binomial", Biometrika 26 (1934). They are valid for every number of trials.
public struct BinomialProportion: Sendable, Hashable {
    /// The number of trials with the event, 0 ... ``trials``.
    public let events: Int
    /// The number of trials, at least 0.
    public let trials: Int

    /// Creates a proportion.
    ///
    /// - Parameters:
    ///   - events: The number of trials with the event, 0 ... `trials`.
    ///   - trials: The number of trials.
    public init(events: Int, trials: Int) {
        precondition(events >= 0 && events <= trials, "no more events than trials")
        self.events = events
        self.trials = trials
    }

    /// The share of trials with the event, 0 ... 1. It is 0 without trials.
    public var share: Double { trials == 0 ? 0 : Double(events) / Double(trials) }

    /// Returns the one-sided Clopper-Pearson upper bound of the event's probability.
    ///
    /// - Parameter error: The permitted probability that the true value lies above the bound. It must be
    ///   above 0 and below 1.
    /// - Returns: The bound, 0 ... 1. It is 1 if every trial had the event or there are no trials.
    /// - Complexity: 60 steps of O(√*n*) for *n* trials.
    public func upperBound(error: Double = 0.05) -> Double {
        guard events < trials else { return 1 }
        return Self.solve {
            IncompleteBeta.value($0, Double(events) + 1, Double(trials - events)) - (1 - error)
        }
    }

    /// Returns the one-sided Clopper-Pearson lower bound of the event's probability.
    ///
    /// - Parameter error: The permitted probability that the true value lies below the bound. It must be
    ///   above 0 and below 1.
    /// - Returns: The bound, 0 ... 1. It is 0 if no trial had the event.
    /// - Complexity: 60 steps of O(√*n*) for *n* trials.
    public func lowerBound(error: Double = 0.05) -> Double {
        guard events > 0 else { return 0 }
        return Self.solve { IncompleteBeta.value($0, Double(events), Double(trials - events) + 1) - error }
    }

    /// Returns the two-sided Clopper-Pearson interval of the event's probability.
    ///
    /// - Parameter error: The permitted probability that the true value lies outside the interval, half of it
    ///   on each side. It must be above 0 and below 1.
    /// - Complexity: 120 steps of O(√*n*) for *n* trials.
    public func interval(error: Double = 0.05) -> ConfidenceInterval {
        ConfidenceInterval(lower: lowerBound(error: error / 2), upper: upperBound(error: error / 2))
    }

    /// Returns the probability of at most ``events`` events in ``trials`` trials (cumulative binomial
    /// distribution).
    ///
    /// - Parameter probability: The probability of the event in one trial, 0 ... 1.
    /// - Complexity: O(√*n*) in the number of trials.
    public func cumulative(probability: Double) -> Double {
        events >= trials
            ? 1 : 1 - IncompleteBeta.value(probability, Double(events) + 1, Double(trials - events))
    }

    /// Returns the root of a function that increases on 0 ... 1, by bisection to the last bit or two.
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

/// The regularized incomplete beta function I_x(a, b).
///
/// Evaluates its continued fraction (M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions",
/// 26.5.8) forward with Lentz's method (W. J. Lentz, Applied Optics 15, 1976).
enum IncompleteBeta {
    /// Returns I_x(a, b) for x in 0 ... 1 and positive a and b, accurate to about 1e-12.
    static func value(_ x: Double, _ a: Double, _ b: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        let logarithm = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
        // The continued fraction converges fast for x below the mean. Above it, the symmetry
        // I_x(a, b) = 1 - I_(1-x)(b, a) applies.
        if x < (a + 1) / (a + b + 2) { return exp(logarithm) * fraction(x, a, b) / a }
        return 1 - exp(logarithm) * fraction(1 - x, b, a) / b
    }

    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let tiny = 1e-300
        func away(_ number: Double) -> Double { abs(number) < tiny ? tiny : number }
        var numerator = 1.0
        var denominator = 1 / away(1 - (a + b) * x / (a + 1))
        var result = denominator
        // The number of steps grows with the square root of the larger argument. 10,000 steps suffice for 100
        // million trials.
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
