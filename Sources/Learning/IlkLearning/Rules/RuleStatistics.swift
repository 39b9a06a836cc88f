public import IlkRules
public import IlkRuleTools
public import IlkVocabulary

/// What rules do on labelled texts: each by itself, two by two, and all together.
public struct RuleStatistics: Sendable, Hashable, Codable {
    /// How many texts there were.
    public var texts: Int
    /// How many sources they name.
    public var sources: Int
    /// The least probability with which the rules decide, 0 ... 1.
    public var threshold: Double
    /// For how many texts the rules alone decide: one held, and a category came to the threshold.
    public var decided: Int
    /// For how many of these rightly.
    public var right: Int
    /// The share of texts that the rules alone decide, 0 ... 1.
    public var coverage: Double
    /// The share of right ones among these, 0 ... 1; 0 of none.
    public var precision: Double
    /// Category by category, in the taxonomy's order.
    public var categories: [CategoryFigures]
    /// Rule by rule, in the order of ids.
    public var rules: [RuleFigures]
    /// Every two rules that hold for a text in common, most texts first.
    public var overlaps: [Overlap]
    /// Microseconds a text of the passes that find the literals and words of all rules at once; nil when costs were not
    /// measured.
    public var sharedMicrosecondsPerText: Double?
    /// Microseconds a text of running all rules; nil when costs were not measured.
    public var microsecondsPerText: Double?

    /// The statistics of a table.
    ///
    /// - Parameters:
    ///   - table: Which rules hold for which texts.
    ///   - ruleSet: The rules that the table is about.
    ///   - costs: What the rules take, where that was measured.
    ///   - threshold: Below this probability the rules do not decide.
    /// - Complexity: Linear in the hits, and in the square of the number of hits a text.
    public init(
        of table: RuleHitTable, rules ruleSet: RuleSet, costs: RuleCosts? = nil, threshold: Double = 0.5
    ) {
        precondition(table.ruleCount == ruleSet.rules.count, "the table is about other rules")
        var tally = RuleTally(ruleSet)
        for text in table.rows.indices { tally.add(text, of: table) }
        texts = table.rows.count
        sources = table.sources.count
        self.threshold = threshold
        let decisions = RuleDecisions(
            table, weights: RuleDecisions.weights(of: ruleSet), threshold: threshold)
        decided = decisions.decided.reduce(0, +)
        right = decisions.right.reduce(0, +)
        coverage = Self.share(decided, of: texts)
        precision = Self.share(right, of: decided)
        categories = zip(table.textsOfCategory.indices, table.textsOfCategory).map { index, count in
            let (given, right) = (decisions.given[index], decisions.right[index])
            return CategoryFigures(
                category: ruleSet.taxonomy.categories[index], texts: count, decided: decisions.decided[index],
                given: given, right: right, precision: Self.share(right, of: given),
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

    /// Two rules that hold for the same texts.
    public struct Overlap: Sendable, Hashable, Codable {
        /// The id of one rule.
        public var first: String
        /// The id of the other, behind it in the order of ids.
        public var second: String
        /// How many texts both hold for.
        public var both: Int
        /// The share of these among the texts that either holds for, 0 ... 1 (Jaccard 1901).
        public var jaccard: Double
        /// Whether they speak loudest for different categories.
        public var isConflict: Bool
        /// On how many of these texts the first is right.
        public var firstRight: Int
        /// On how many the second is.
        public var secondRight: Int
    }

    /// What the rules together make of the texts of one category.
    public struct CategoryFigures: Sendable, Hashable, Codable {
        /// The category.
        public var category: Category
        /// How many texts have it.
        public var texts: Int
        /// For how many of these the rules decide, rightly or not.
        public var decided: Int
        /// How many texts were given it.
        public var given: Int
        /// How many of these have it.
        public var right: Int
        /// The share of right ones among the texts given it, 0 ... 1; 0 of none.
        public var precision: Double
        /// The share of its texts that were given it, 0 ... 1; 0 of none.
        public var recall: Double
    }
}
