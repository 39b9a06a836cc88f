extension ErrorRateGuarantee {
    /// The permitted probability that a new source exceeds the guaranteed error rate.
    static let exceedingShare = 0.05

    /// The minimum number of sources for a guarantee on texts of new sources.
    public static let fewestSources = 19

    /// Returns the minimum number of predictions that a source needs to be included in the search. In a
    /// smaller source, a single error would exceed the error rate.
    ///
    /// - Parameter maxError: The highest permitted error rate, above 0 and below 1.
    public static func fewestRowsOfSource(maxError: Double) -> Int { Int((1 / maxError).rounded(.up)) }

    /// Searches for the lowest threshold at which the error rate of a new source is at most `maxError` with a
    /// probability of 95 %.
    ///
    /// Each source has a limit: above it, every threshold keeps the source's error rate at or below
    /// `maxError`. Assume that a new source is drawn from the same distribution as the *n* given sources.
    /// Then its limit is among the *k* highest of the *n* + 1 limits with a probability of *k* / (*n* + 1).
    /// The threshold lies above the *k*-th highest limit, with the largest *k* for which this probability is
    /// at most 5 %.
    ///
    /// This is conformal risk control with a source as the unit (A. N. Angelopoulos, S. Bates, A. Fisch, L.
    /// Lei and T. Schuster, "Conformal risk control", 2022). The method makes no assumption about the texts
    /// within a source.
    ///
    /// With fewer than ``fewestSources`` sources, the guarantee holds only for texts of the same sources, as
    /// in ``init(maxError:probabilities:isRight:)``.
    ///
    /// - Parameters:
    ///   - maxError: The highest permitted share of errors among accepted predictions, above 0 and below 1.
    ///   - probabilities: The stated probability of each held-out prediction. No model may have been trained
    ///     on texts of these sources.
    ///   - isRight: `true` for each correct prediction, in the same order.
    ///   - names: The source of each prediction's text, in the same order.
    /// - Complexity: O(*n* log *n*) in the number of predictions.
    public init(maxError: Double, probabilities: [Double], isRight: [Bool], sources names: [String]) {
        self.init(maxError: maxError, probabilities: probabilities, isRight: isRight)
        let fewest = Self.fewestRowsOfSource(maxError: maxError)
        let texts = Dictionary(grouping: names.indices) { names[$0] }.values.filter { $0.count >= fewest }
        sources = texts.count
        guard texts.count >= Self.fewestSources else { return }
        let limits = texts.map { Self.limit(of: $0, probabilities, isRight, maxError) }.sorted(by: >)
        // The number of these sources that may exceed the error rate, k - 1.
        let exceeding = Int(Self.exceedingShare * Double(texts.count + 1) + 1e-9) - 1
        let limit = limits[exceeding]
        let taken = probabilities.indices.filter { probabilities[$0] > limit }
        scope = .newSources
        accepted = taken.count
        errors = taken.count { !isRight[$0] }
        outcome = taken.isEmpty ? .tooManyErrors : .guaranteed
        threshold = taken.map { probabilities[$0] }.min() ?? Self.unreachable
        bound = Double(exceeding + 1) / Double(texts.count + 1)
    }

    /// Returns the highest threshold at which the error rate of a source is above `maxError`, or a negative
    /// number if there is no such threshold.
    private static func limit(
        of texts: [Int], _ probabilities: [Double], _ isRight: [Bool], _ maxError: Double
    ) -> Double {
        let order = texts.sorted { probabilities[$0] > probabilities[$1] }
        var wrong = 0
        for (place, text) in order.enumerated() {
            if !isRight[text] { wrong += 1 }
            // A threshold accepts all predictions of one probability or none of them.
            let isLast = place + 1 == order.count || probabilities[order[place + 1]] < probabilities[text]
            if isLast, Double(wrong) > maxError * Double(place + 1) { return probabilities[text] }
        }
        return -1
    }
}
