public import IlkVocabulary

/// What one rule does on labelled texts.
public struct RuleFigures: Sendable, Hashable, Codable {
    /// How a rule does for one of the categories that it speaks for or against.
    ///
    /// A rule that speaks against a category is right on texts of the others: its precision, recall and lift are those
    /// of not being of the category.
    public struct LabelFigures: Sendable, Hashable, Codable {
        /// What the texts say of an authored weight.
        public enum Finding: String, Sendable, Hashable, Codable {
            /// The rule speaks for a category that its hits are against, or the other way round.
            case wrongSide
            /// The weight claims more than the texts show, by a factor of two in odds or more.
            case tooLoud
            /// The texts show more than the weight claims, by a factor of two in odds or more: no fault where rules
            /// overlap, for weights add up.
            case tooQuiet
        }

        /// The category.
        public var category: Category
        /// The authored weight: natural-log odds.
        public var weight: Double
        /// How many of the rule's hits it is right on.
        public var right: Int
        /// The share of right ones among the hits, 0 ... 1; 0 of no hits.
        public var precision: Double
        /// Where the precision lies with a confidence of 95 % (Clopper and Pearson 1934).
        public var precisionInterval: ConfidenceInterval
        /// The share of the texts that it could be right on which it holds for, 0 ... 1.
        public var recall: Double
        /// The precision over what a hit by chance would have; 0 without hits.
        public var lift: Double
        /// What the texts say that the weight should be were the rule alone: the natural logarithm of how much more
        /// often it holds for texts of the category than for others, half a text added to each count. It does not
        /// depend on how common the category is among the texts. 0 without hits.
        public var logOdds: Double
        /// Where ``logOdds`` lies with a confidence of 95 %.
        public var logOddsInterval: ConfidenceInterval
        /// The precision that the weight claims: what the odds of the category among these texts come to with it.
        public var claimedPrecision: Double
        /// What the texts say of the weight, or nil when they agree or are too few to tell.
        public var finding: Finding?
    }

    /// What a rule does on the texts of one source.
    public struct SourceFigures: Sendable, Hashable, Codable {
        /// The source.
        public var source: String
        /// How many of its texts the rule holds for.
        public var hits: Int
        /// How many of these have the category that the rule speaks for loudest, or not that which it speaks against.
        public var right: Int
    }

    /// Its id.
    public var id: String
    /// Its pack.
    public var pack: String
    /// The file that it stands in.
    public var file: String
    /// Its line there, from 1.
    public var line: Int
    /// How far it may be trusted: the status as packs write it.
    public var status: String
    /// Whether its weights are added to scores.
    public var counts: Bool
    /// How many texts it holds for.
    public var hits: Int
    /// The share of all texts that it holds for, 0 ... 1.
    public var share: Double
    /// How many of its hits no other rule has.
    public var alone: Int
    /// On how many texts it came to its limit of time or stack, so that nobody knows.
    public var gaveUp: Int
    /// Category by category, loudest first.
    public var labels: [LabelFigures]
    /// The sources that it has hits in, most hits first; empty when the texts name none.
    public var sources: [SourceFigures]
    /// On how many texts it was tried; nil when costs were not measured.
    public var attempts: Int?
    /// Microseconds a text, mean over all texts; nil when costs were not measured.
    public var microsecondsPerText: Double?
    /// Microseconds a text that it was tried on; nil when costs were not measured or it never was.
    public var microsecondsPerAttempt: Double?

    /// Whether it neither held nor gave up on any text, and could have.
    public var isSilent: Bool { hits == 0 && gaveUp == 0 && status != "deprecated" }
}
