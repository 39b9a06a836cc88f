public import IlkVocabulary

/// The statistics of one rule on labeled texts.
public struct RuleFigures: Sendable, Hashable, Codable {
    /// The performance of a rule for one of the categories with a weight.
    ///
    /// A rule with a negative weight is correct on texts of the other categories. Its precision, recall and
    /// lift refer to these texts.
    public struct LabelFigures: Sendable, Hashable, Codable {
        /// A discrepancy between the texts and the authored weight.
        public enum Finding: String, Sendable, Hashable, Codable {
            /// The weight and the texts have opposite signs.
            case wrongSign
            /// The weight exceeds the evidence of the texts by a factor of at least two in odds.
            case weightTooLarge
            /// The weight is below the evidence of the texts by a factor of at least two in odds. Small
            /// weights are expected for overlapping rules, because their weights add up.
            case weightTooSmall
        }

        /// The category.
        public var category: Category
        /// The authored weight, in natural log-odds.
        public var weight: Double
        /// The number of matching texts on which the rule is correct.
        public var right: Int
        /// The share of correct matches, 0 ... 1. It is 0 without matches.
        public var precision: Double
        /// The 95 % Clopper-Pearson interval of the precision.
        public var precisionInterval: ConfidenceInterval
        /// The recall, 0 ... 1: the share of texts that the rule matches, among the texts on which a match
        /// would be correct.
        public var recall: Double
        /// The ratio of the precision to the precision of random matches. It is 0 without matches.
        public var lift: Double
        /// The log-likelihood ratio of a match: the best weight of the rule if no other rule matched.
        ///
        /// The ratio compares the share of matches among texts of the category with the share among other
        /// texts. Half a text is added to each count. The category's share of the texts does not affect the
        /// ratio. The ratio is 0 if there are no matches.
        public var logOdds: Double
        /// The 95 % confidence interval of ``logOdds``.
        public var logOddsInterval: ConfidenceInterval
        /// The precision that the weight implies, given the category's share of all measured texts.
        public var impliedPrecision: Double
        /// The discrepancy between texts and weight, or `nil` if they agree or there are too few matches.
        public var finding: Finding?
    }

    /// The matches of a rule in one source.
    public struct SourceFigures: Sendable, Hashable, Codable {
        /// The name of the source.
        public var source: String
        /// The number of texts of the source that the rule matches.
        public var hits: Int
        /// The number of matches on texts of the category with the highest positive weight. For a rule
        /// without positive weights, the number of matches on texts outside the category with the most
        /// negative weight.
        public var right: Int
    }

    /// The identifier of the rule.
    public var id: String
    /// The name of the rule's pack.
    public var pack: String
    /// The file that contains the rule.
    public var file: String
    /// The line in the file, from 1.
    public var line: Int
    /// The status, as written in packs.
    public var status: String
    /// `true` if the weights of the rule are added to scores.
    public var counts: Bool
    /// The number of texts that the rule matches.
    public var hits: Int
    /// The share of texts that the rule matches, 0 ... 1.
    public var share: Double
    /// The number of texts that only this rule matches.
    public var uniqueMatches: Int
    /// The number of texts on which the rule reached its step or stack limit, so that the result is unknown.
    public var stepLimitReached: Int
    /// The figures by category, the strongest weight first.
    public var labels: [LabelFigures]
    /// The sources with matches, the most matches first. It is empty if the texts have no sources.
    public var sources: [SourceFigures]
    /// The number of texts on which the rule was evaluated, or `nil` if costs were not measured.
    public var attempts: Int?
    /// The mean time in microseconds over all texts, or `nil` if costs were not measured.
    public var microsecondsPerText: Double?
    /// The mean time in microseconds over the texts on which the rule was evaluated, or `nil` if costs were
    /// not measured or there are no such texts.
    public var microsecondsPerAttempt: Double?

    /// `true` if the rule neither matched any text nor reached a limit, and is not deprecated.
    public var hasNoMatches: Bool { hits == 0 && stepLimitReached == 0 && status != "deprecated" }
}
