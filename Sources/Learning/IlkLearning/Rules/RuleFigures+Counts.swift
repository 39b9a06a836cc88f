import Glibc
import IlkVocabulary

extension RuleFigures.LabelFigures {
    /// The minimum number of matches for a finding about a weight.
    static let fewestHits = 5
    /// The minimum difference between a weight and its estimate for a finding, in log-odds: ln 2, a factor of
    /// two in odds.
    private static let tolerance = 0.693_147_180_559_945_3

    /// Computes the figures of a rule for one category.
    ///
    /// - Parameters:
    ///   - weight: The authored weight, not 0.
    ///   - hits: The number of matching texts of the category, and of all matching texts.
    ///   - texts: The number of texts of the category, and of all texts.
    init(
        category: Category, weight: Double, hits: (of: Int, all: Int), texts: (of: Int, all: Int)
    ) {
        let isFor = weight > 0
        self.category = category
        self.weight = weight
        right = isFor ? hits.of : hits.all - hits.of
        let possible = isFor ? texts.of : texts.all - texts.of
        precision = hits.all == 0 ? 0 : Double(right) / Double(hits.all)
        precisionInterval = BinomialProportion(events: right, trials: hits.all).interval()
        recall = possible == 0 ? 0 : Double(right) / Double(possible)
        lift = possible == 0 ? 0 : precision / (Double(possible) / Double(texts.all))
        let odds = LogOddsEstimate(hits: hits, texts: texts)
        logOdds = hits.all == 0 ? 0 : odds.value
        logOddsInterval = ConfidenceInterval(lower: odds.lower, upper: odds.upper)
        let share = texts.all == 0 ? 0 : Double(texts.of) / Double(texts.all)
        let implied = share / (share + (1 - share) * exp(-weight))
        impliedPrecision = isFor ? implied : 1 - implied
        let isTold = hits.all >= Self.fewestHits && texts.of > 0 && texts.of < texts.all
        finding = isTold ? Self.finding(weight, odds) : nil
    }

    private static func finding(_ weight: Double, _ odds: LogOddsEstimate) -> Finding? {
        // Mirrors negative weights, so that the comparisons below assume a positive weight.
        let sign: Double = weight > 0 ? 1 : -1
        let (low, high) = sign > 0 ? (odds.lower, odds.upper) : (-odds.upper, -odds.lower)
        if high < 0 { return .wrongSign }
        if high < sign * weight, sign * (weight - odds.value) >= tolerance { return .weightTooLarge }
        if low > sign * weight, sign * (odds.value - weight) >= tolerance { return .weightTooSmall }
        return nil
    }
}

/// The log-likelihood ratio of a match: texts of the category against other texts, with a 95 % interval.
///
/// Half a text is added to each count (J. B. S. Haldane 1956, F. J. Anscombe 1956). The standard error is
/// the standard error of a log risk ratio (D. Katz et al. 1978).
struct LogOddsEstimate {
    let value: Double
    let lower: Double
    let upper: Double

    init(hits: (of: Int, all: Int), texts: (of: Int, all: Int)) {
        let inside = Double(hits.of) + 0.5
        let outside = Double(hits.all - hits.of) + 0.5
        let ofCategory = Double(texts.of) + 1
        let ofOthers = Double(texts.all - texts.of) + 1
        value = log(inside / ofCategory * (ofOthers / outside))
        let variance = 1 / inside - 1 / ofCategory + 1 / outside - 1 / ofOthers
        let half = 1.959_963_984_540_054 * max(0, variance).squareRoot()
        lower = value - half
        upper = value + half
    }
}
