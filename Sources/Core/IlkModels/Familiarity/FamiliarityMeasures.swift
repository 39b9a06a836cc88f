import Glibc

/// The measurements of a text from which its familiarity is computed. All are integers.
package struct FamiliarityMeasures: Sendable {
    /// The number of characters.
    package var characters = 0
    /// The sum of the costs of all characters, in units of ``costUnit``. The cost of a character is -ln *p*,
    /// where *p* is its probability after the three characters before it.
    package var cost = 0
    /// The number of words of at least two letters.
    package var words = 0
    /// The number of words counted in ``words`` that occur in the training texts.
    package var knownWords = 0
    /// The number of letters in known words of at least three letters.
    package var knownLetters = 0
    /// The number of rare letters: letters outside ASCII that are unknown or have the maximum cost,
    /// regardless of the characters before them.
    package var rareLetters = 0
    /// The number of ASCII letters, and of characters outside ASCII that are known and below the maximum
    /// cost.
    package var learnedLetters = 0

    /// The unit of costs, in nats.
    package static let costUnit = 0.25
    /// The maximum cost of a character, in units of ``costUnit``.
    package static let greatestCost = 36
    /// The additional cost for each character by which the longest known n-gram is shorter than four, in
    /// units of ``costUnit``.
    package static let backoffCost = 4

    package init() {}

    /// The upper bound of the log odds of the text. It is below 0 if there are at least two more rare letters
    /// than learned letters. The bound is needed for a few letters of an unknown script, which are too few
    /// observations for the ratios.
    package var greatestLogOdds: Double {
        rareLetters == 0 ? .infinity : log(Double(learnedLetters + 1) / Double(rareLetters))
    }

    /// The number of ratios.
    package static let ratioCount = 3

    /// Returns a ratio, and the number of observations of which the ratio is the mean. Ratio 0 is the mean
    /// cost of a character. Ratio 1 is the share of known words among all words. Ratio 2 is the number of
    /// letters in known words, divided by the number of characters.
    package func ratio(_ index: Int) -> (value: Double, observations: Double) {
        switch index {
        case 0: (Double(cost) / Double(max(1, characters)), Double(characters))
        case 1: (Double(knownWords) / Double(max(1, words)), Double(words))
        default: (Double(knownLetters) / Double(max(1, characters)), Double(characters))
        }
    }
}

/// The function that computes the familiarity of a text from its measurements. It is fitted to held-out
/// training texts and to corrupted copies of these texts.
///
/// Each ratio is standardized with a variance that depends on its number of observations, so that short texts
/// do not appear unfamiliar by chance. A logistic function combines the ratios.
package struct FamiliarityCalibration: Sendable, Hashable {
    /// The distribution of a ratio in familiar texts.
    package struct Distribution: Sendable, Hashable {
        package var mean: Double
        /// The variance between texts, which does not decrease with the number of observations.
        package var between: Double
        /// The variance of a single observation.
        package var within: Double

        package init(mean: Double, between: Double, within: Double) {
            (self.mean, self.between, self.within) = (mean, between, within)
        }

        /// Returns the deviation from the mean in standard deviations, 0 without observations.
        package func standardized(_ value: Double, observations: Double) -> Double {
            guard observations > 0 else { return 0 }
            return (value - mean) / (between + within / observations).squareRoot()
        }

        var isSound: Bool {
            mean.isFinite && between.isFinite && within.isFinite && between > 0 && within >= 0
        }
    }

    /// The distributions of the ratios.
    package var distributions: [Distribution]
    /// The weights of the standardized ratios, in natural-log odds.
    package var weights: [Double]
    /// The log odds of a text with the mean of each ratio. Log odds below 0 mean unfamiliar.
    package var constant: Double

    package init(distributions: [Distribution], weights: [Double], constant: Double) {
        (self.distributions, self.weights, self.constant) = (distributions, weights, constant)
    }

    /// Returns the log odds of familiarity.
    package func logOdds(_ measures: FamiliarityMeasures) -> Double {
        logOddsWithoutCost(measures) + weights[0] * standardized(measures, 0)
    }

    /// Returns the log odds of familiarity if the mean cost equals the mean cost of familiar texts.
    func logOddsWithoutCost(_ measures: FamiliarityMeasures) -> Double {
        var sum = constant
        for index in 1..<FamiliarityMeasures.ratioCount {
            sum += weights[index] * standardized(measures, index)
        }
        return sum
    }

    /// Returns `true` if the words of a text alone make it familiar. Ratios 1 and 2 must not be more than one
    /// standard deviation below their means. In a script without spaces, few words are known even in familiar
    /// texts, and this test is too weak. Therefore at least half of the words must be known, and the known
    /// words must contain a quarter of all characters.
    func isClear(_ measures: FamiliarityMeasures) -> Bool {
        measures.knownWords * 2 >= measures.words && measures.knownLetters * 4 >= measures.characters
            && standardized(measures, 1) >= -1 && standardized(measures, 2) >= -1
    }

    /// Returns a ratio as its deviation from the mean in standard deviations.
    package func standardized(_ measures: FamiliarityMeasures, _ index: Int) -> Double {
        let ratio = measures.ratio(index)
        return distributions[index].standardized(ratio.value, observations: ratio.observations)
    }
}
