public import IlkRules
public import IlkRuleTools
public import IlkVocabulary

/// Statistics of rules on labeled texts: of each rule, of pairs of rules, and of all rules together.
public struct RuleStatistics: Sendable, Hashable, Codable {
    /// The number of texts.
    public var texts: Int
    /// The number of sources.
    public var sources: Int
    /// The minimum probability for a prediction, 0 ... 1.
    public var threshold: Double
    /// The number of texts with a prediction by the rules alone: at least one rule matches, and a category
    /// reaches the threshold.
    public var predicted: Int
    /// The number of correct predictions.
    public var right: Int
    /// The share of texts with a prediction by the rules alone, 0 ... 1.
    public var coverage: Double
    /// The share of predictions that are correct, 0 ... 1. It is 0 without predictions.
    public var precision: Double
    /// The figures by category, in the taxonomy's order.
    public var categories: [CategoryFigures]
    /// The figures by rule, in the order of identifiers.
    public var rules: [RuleFigures]
    /// The pairs of rules that match at least one text in common. The pairs that share the most texts come
    /// first.
    public var overlaps: [Overlap]
    /// The mean time per text, in microseconds, of the search for the literals and words of all rules. It is
    /// `nil` if costs were not measured.
    public var sharedMicrosecondsPerText: Double?
    /// The mean time per text for all rules together, in microseconds, or `nil` if costs were not measured.
    public var microsecondsPerText: Double?

    /// Computes the statistics of a table.
    ///
    /// - Parameters:
    ///   - table: The rule matches for each text.
    ///   - ruleSet: The rules of the table.
    ///   - costs: The measured costs of the rules, or `nil`.
    ///   - threshold: The minimum probability for a prediction, 0 ... 1.
    /// - Complexity: O(*t* · *h*²) for *t* texts with *h* matches each.
    public init(
        of table: RuleHitTable, rules ruleSet: RuleSet, costs: RuleCosts? = nil, threshold: Double = 0.5
    ) {
        precondition(table.ruleCount == ruleSet.rules.count, "the table is about other rules")
        var tally = RuleTally(ruleSet)
        for text in table.rows.indices { tally.add(text, of: table) }
        texts = table.rows.count
        sources = table.sources.count
        self.threshold = threshold
        let decisions = RulePredictions(
            table, weights: RulePredictions.weights(of: ruleSet), threshold: threshold)
        predicted = decisions.decided.reduce(0, +)
        right = decisions.right.reduce(0, +)
        coverage = Self.share(predicted, of: texts)
        precision = Self.share(right, of: predicted)
        categories = zip(table.textsOfCategory.indices, table.textsOfCategory).map { index, count in
            let (given, right) = (decisions.given[index], decisions.right[index])
            return CategoryFigures(
                category: ruleSet.taxonomy.categories[index], texts: count,
                predicted: decisions.decided[index], predictedAs: given, right: right,
                precision: Self.share(right, of: given),
                recall: Self.share(right, of: count))
        }
        rules = ruleSet.rules.indices.map { tally.figures(ofRule: $0, in: table, costs) }
        overlaps = tally.overlaps()
        sharedMicrosecondsPerText = costs?.sharedMicrosecondsPerText
        microsecondsPerText = costs?.microsecondsPerText
    }

    private static func share(_ part: Int, of all: Int) -> Double {
        all == 0 ? 0 : Double(part) / Double(all)
    }

    /// A pair of rules that match at least one text in common.
    public struct Overlap: Sendable, Hashable, Codable {
        /// The identifier of the first rule.
        public var first: String
        /// The identifier of the second rule. It sorts after the first.
        public var second: String
        /// The number of texts that both rules match.
        public var both: Int
        /// The number of texts that both rules match, divided by the number of texts that at least one of the
        /// rules matches, 0 ... 1 (P. Jaccard 1901).
        public var jaccard: Double
        /// `true` if the strongest positive weights of the two rules are for different categories.
        public var isConflict: Bool
        /// The number of texts that both rules match and on which the first rule is correct.
        public var firstRight: Int
        /// The number of texts that both rules match and on which the second rule is correct.
        public var secondRight: Int
    }

    /// The predictions of all rules for one category.
    public struct CategoryFigures: Sendable, Hashable, Codable {
        /// The category.
        public var category: Category
        /// The number of texts with this label.
        public var texts: Int
        /// The number of texts with this label for which the rules make a prediction, correct or not.
        public var predicted: Int
        /// The number of texts predicted as the category.
        public var predictedAs: Int
        /// The number of correct predictions among the texts predicted as the category.
        public var right: Int
        /// The share of correct predictions among the texts predicted as the category, 0 ... 1. It is 0
        /// without predictions.
        public var precision: Double
        /// The share of the category's texts that were predicted correctly, 0 ... 1. It is 0 without texts.
        public var recall: Double
    }
}
