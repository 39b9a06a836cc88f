import Glibc

/// A probability from which on answers may be accepted so that at most a promised share of the accepted ones is wrong.
///
/// The promise holds with a probability of 95 % over the held-back answers that it was found on, for answers that come
/// from where they came from. Looking for the best threshold on the same answers that vouch for it would break it, so the
/// thresholds are tested in an order that was set before anything was seen: chains from few accepted answers to many,
/// each as long as its tests succeed, and the chains share the 5 % (fixed-sequence testing; A. N. Angelopoulos,
/// S. Bates, E. J. Candes, M. I. Jordan and L. Lei, "Learn then test", 2021). A test is the Clopper-Pearson bound.
public struct ErrorPromise: Sendable, Hashable, Codable {
    /// What came of it.
    public enum Outcome: String, Sendable, Codable {
        /// The promise holds for ``ErrorPromise/threshold``.
        case kept
        /// There are fewer held-back answers than would do if none of them were wrong.
        case tooFewRows
        /// There are enough, but too many of the surest are wrong.
        case tooManyErrors
    }

    /// The share of accepted answers that may be wrong, above 0 and below 1.
    public var maxError: Double
    /// What came of it.
    public var outcome: Outcome
    /// Answers of at least this probability are accepted; nothing is when it is above 1.
    public var threshold: Double
    /// How many held-back answers there were.
    public var rows: Int
    /// How many of them are accepted.
    public var accepted: Int
    /// How many of those are wrong.
    public var errors: Int
    /// The 95 % Clopper-Pearson upper bound of the share of wrong ones among accepted answers, taken by itself.
    public var bound: Double

    /// The share of held-back answers that are accepted, 0 ... 1.
    public var coverage: Double { rows == 0 ? 0 : Double(accepted) / Double(rows) }

    /// How many rows it takes if none is wrong: so many are needed at least.
    public static func fewestRows(maxError: Double) -> Int {
        Int((log(doubt / Double(chains)) / log(1 - maxError)).rounded(.up))
    }

    /// The probability with which a promise may be broken.
    private static let doubt = 0.05
    /// How many chains of tests there are.
    private static let chains = 3
    /// How much more answers the first test of a chain accepts than that of the chain before.
    private static let spread = 3
    /// How much more answers each test of a chain accepts than the one before.
    private static let step = 1.05

    /// Looks for the lowest threshold that keeps a promise.
    ///
    /// - Parameters:
    ///   - maxError: The share of accepted answers that may be wrong, above 0 and below 1.
    ///   - probabilities: The stated probability of each held-back answer. None may have been learned from.
    ///   - isRight: Whether it was right.
    public init(maxError: Double, probabilities: [Double], isRight: [Bool]) {
        precondition(maxError > 0 && maxError < 1, "a share of errors above 0 and below 1")
        self.maxError = maxError
        rows = probabilities.count
        let order = probabilities.indices.sorted { probabilities[$0] > probabilities[$1] }
        let sorted = order.map { probabilities[$0] }
        var wrongAmong = [0]
        for index in order { wrongAmong.append((wrongAmong.last ?? 0) + (isRight[index] ? 0 : 1)) }
        let best = Self.farthest(sorted, wrongAmong, maxError)
        accepted = best
        errors = wrongAmong[best]
        bound = BinomialProportion(events: errors, trials: best).upperBound(error: Self.doubt)
        if best > 0 {
            outcome = .kept
            threshold = sorted[best - 1]
        } else {
            outcome = rows < Self.fewestRows(maxError: maxError) ? .tooFewRows : .tooManyErrors
            threshold = 1.000_001
        }
    }

    /// How many of the surest answers the chains vouch for.
    private static func farthest(_ sorted: [Double], _ wrongAmong: [Int], _ maxError: Double) -> Int {
        let fewest = fewestRows(maxError: maxError)
        var best = 0
        var start = fewest
        for _ in 0..<chains {
            var reach = Double(start)
            start *= spread
            while Int(reach) <= sorted.count {
                // Answers of one probability are accepted together.
                var count = Int(reach)
                while count < sorted.count, sorted[count] == sorted[count - 1] { count += 1 }
                let test = BinomialProportion(events: wrongAmong[count], trials: count)
                guard test.cumulative(probability: maxError) <= doubt / Double(chains) else { break }
                best = max(best, count)
                if count == sorted.count { break }
                // The last test of a chain accepts all.
                reach = min(Double(sorted.count), max(reach * step, Double(count + 1)))
            }
        }
        return best
    }
}
