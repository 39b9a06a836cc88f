import Glibc

/// The lowest probability threshold with a guaranteed error rate (selective classification).
///
/// For texts from the distribution of the held-out texts, at most a share of ``maxError`` of the accepted
/// predictions is wrong, with 95 % confidence. If the sources of the held-out texts are known, the guarantee
/// is for texts of a new source (``init(maxError:probabilities:isRight:sources:)``).
///
/// Choosing the best threshold on the held-out texts would invalidate the guarantee. Therefore the thresholds
/// are tested in a fixed order. There are three chains of tests. Each chain starts at a high threshold, which
/// accepts few predictions, and lowers it step by step until a test fails. The chains share the error
/// probability of 5 % (fixed-sequence testing; A. N. Angelopoulos, S. Bates, E. J. Candes, M. I. Jordan and
/// L. Lei, "Learn then test", 2021). Each test is an exact binomial test.
public struct ErrorRateGuarantee: Sendable, Hashable, Codable {
    /// The result of the search for a threshold.
    public enum Outcome: String, Sendable, Codable {
        /// The error rate is guaranteed at ``ErrorRateGuarantee/threshold``.
        case guaranteed
        /// There are fewer acceptable held-out predictions than ``ErrorRateGuarantee/fewestRows(maxError:)``.
        case tooFewRows
        /// There are enough held-out predictions, but too many of the most confident ones are wrong.
        case tooManyErrors

        /// Decodes an outcome. Earlier releases wrote `kept` for ``guaranteed``.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let name = try container.decode(String.self)
            guard let outcome = Self(rawValue: name == "kept" ? Self.guaranteed.rawValue : name) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "unknown outcome '\(name)'")
            }
            self = outcome
        }
    }

    /// The texts for which an error rate is guaranteed.
    public enum Scope: String, Sendable, Codable {
        /// Texts of the same sources as the held-out texts.
        case sameSources
        /// Texts of new sources. The error rate of a new source is at most
        /// ``ErrorRateGuarantee/maxError`` with a probability of 95 %.
        case newSources
    }

    /// The highest permitted share of errors among accepted predictions, above 0 and below 1.
    public var maxError: Double
    /// The texts for which the error rate is guaranteed.
    public var scope = Scope.sameSources
    /// The number of sources with enough predictions, or `nil` if the sources are unknown.
    public var sources: Int?
    /// The result of the search.
    public var outcome: Outcome
    /// The lowest accepted probability. It is above 1 if no prediction is accepted.
    public var threshold: Double
    /// The number of held-out predictions.
    public var rows: Int
    /// The number of accepted predictions.
    public var accepted: Int
    /// The number of errors among the accepted predictions.
    public var errors: Int
    /// The 95 % Clopper-Pearson upper bound of the error rate of accepted predictions. The bound does not
    /// account for the search for the threshold. If ``scope`` is `newSources`, this property is instead the
    /// upper bound of the probability that a new source exceeds ``maxError``.
    public var bound: Double

    /// The share of held-out predictions that are accepted, 0 ... 1.
    public var coverage: Double { rows == 0 ? 0 : Double(accepted) / Double(rows) }

    /// Returns the minimum number of held-out predictions for a guarantee. This number is sufficient only if
    /// all of these predictions are correct.
    ///
    /// - Parameter maxError: The highest permitted error rate, above 0 and below 1.
    public static func fewestRows(maxError: Double) -> Int {
        Int((log(failureProbability / Double(chains)) / log(1 - maxError)).rounded(.up))
    }

    /// A threshold above any probability.
    static let unreachable = 1.000_001
    /// The probability that the guarantee fails.
    private static let failureProbability = 0.05
    private static let chains = 3
    /// The factor by which the first test of a chain accepts more predictions than that of the chain before.
    private static let spread = 3
    /// The factor by which a test accepts more predictions than the test before it in the chain.
    private static let step = 1.05

    /// Searches for the lowest threshold at which the error rate is guaranteed.
    ///
    /// - Parameters:
    ///   - maxError: The highest permitted share of errors among accepted predictions, above 0 and below 1.
    ///   - probabilities: The stated probability of each held-out prediction. No model may have been trained
    ///     on these texts.
    ///   - isRight: `true` for each correct prediction, in the same order.
    /// - Complexity: O(*n* log *n*) in the number of predictions.
    public init(maxError: Double, probabilities: [Double], isRight: [Bool]) {
        precondition(maxError > 0 && maxError < 1, "a share of errors above 0 and below 1")
        self.maxError = maxError
        rows = probabilities.count
        let order = probabilities.indices.sorted { probabilities[$0] > probabilities[$1] }
        let sorted = order.map { probabilities[$0] }
        var wrongAmong = [0]
        for index in order { wrongAmong.append((wrongAmong.last ?? 0) + (isRight[index] ? 0 : 1)) }
        let best = Self.guaranteedCount(sorted, wrongAmong, maxError)
        accepted = best
        errors = wrongAmong[best]
        bound = BinomialProportion(events: errors, trials: best).upperBound(error: Self.failureProbability)
        if best > 0 {
            outcome = .guaranteed
            threshold = sorted[best - 1]
        } else {
            outcome = rows < Self.fewestRows(maxError: maxError) ? .tooFewRows : .tooManyErrors
            threshold = Self.unreachable
        }
    }

    /// Returns the largest number *n* such that a chain guarantees the error rate of the *n* most confident
    /// predictions, or 0 if there is none.
    private static func guaranteedCount(_ sorted: [Double], _ wrongAmong: [Int], _ maxError: Double) -> Int {
        let fewest = fewestRows(maxError: maxError)
        var best = 0
        var start = fewest
        for _ in 0..<chains {
            var reach = Double(start)
            start *= spread
            while Int(reach) <= sorted.count {
                // A threshold accepts all predictions of one probability or none of them.
                var count = Int(reach)
                while count < sorted.count, sorted[count] == sorted[count - 1] { count += 1 }
                let test = BinomialProportion(events: wrongAmong[count], trials: count)
                guard test.cumulative(probability: maxError) <= failureProbability / Double(chains) else {
                    break
                }
                best = max(best, count)
                if count == sorted.count { break }
                // The last test of a chain accepts all predictions.
                reach = min(Double(sorted.count), max(reach * step, Double(count + 1)))
            }
        }
        return best
    }
}
