public import IlkRules
public import IlkVocabulary

/// The result of fitting rule weights: each changed rule, and the benefit on held-out texts.
public struct RuleFitReport: Sendable, Hashable, Codable {
    /// The weights of one rule before and after fitting.
    public struct Change: Sendable, Hashable, Codable {
        /// The identifier of the rule.
        public var rule: String
        /// The categories for which the rule has a weight, in the taxonomy's order.
        public var categories: [Category]
        /// The authored weights of the categories. They are the prior of the fit.
        public var before: [Double]
        /// The fitted weights of the categories.
        public var after: [Double]
        /// The number of texts that the rule matches.
        public var hits: Int
        /// The number of texts that the rule matches and no other active rule matches.
        public var uniqueMatches: Int
        /// The number of sources of the texts that the rule matches, or 0 if the texts have no sources.
        public var sources: Int
        /// The number of texts of each category that the rule matches, in the order of ``categories``.
        public var hitsOfCategory: [Int]

        /// The index in ``categories`` of the category whose weight changed most.
        public var main: Int {
            after.indices.max {
                (abs(after[$0] - before[$0]), $1) < (abs(after[$1] - before[$1]), $0)
            } ?? 0
        }
    }

    /// The performance of weighted rules on texts.
    public struct Figures: Sendable, Hashable, Codable {
        /// The number of texts.
        public var texts: Int
        /// The share of texts whose most probable category is correct, 0 ... 1. Texts with an abstention are
        /// included.
        public var accuracy: Double
        /// The mean negative natural logarithm of the probability of the actual category, at least 0.
        public var logLoss: Double
        /// The share of texts with a prediction (no abstention), 0 ... 1.
        public var coverage: Double
        /// The share of predictions that are correct, 0 ... 1. It is 0 without predictions.
        public var precision: Double

        init(_ decisions: RulePredictions) {
            let count = Double(max(1, decisions.texts))
            let decided = decisions.decided.reduce(0, +)
            texts = decisions.texts
            accuracy = Double(decisions.ahead) / count
            logLoss = decisions.logLoss / count
            coverage = Double(decided) / count
            precision = decided == 0 ? 0 : Double(decisions.right.reduce(0, +)) / Double(decided)
        }
    }

    /// The number of pseudo-texts that support an authored weight.
    public var prior: Double
    /// The number of texts.
    public var texts: Int
    /// The number of sources.
    public var sources: Int
    /// The number of cross-validation folds.
    public var folds: Int
    /// `true` if the folds consist of whole sources.
    public var leavesOutSources: Bool
    /// The performance of the authored weights on the held-out texts.
    public var before: Figures
    /// The performance of the fitted weights on the same held-out texts. The weights for each fold were
    /// fitted without its texts.
    public var after: Figures
    /// The changed rules after fitting on all texts, in the order of rule identifiers.
    public var changes: [Change]
    /// The number of active rules without matches. Their weights are unchanged.
    public var rulesWithoutMatches: Int

    /// `true` if the fitted weights have a lower log loss on held-out texts than the authored weights.
    public var improvesLogLoss: Bool { after.logLoss < before.logLoss }

    /// Fits weights on all texts and evaluates the fit by cross-validation.
    ///
    /// - Parameters:
    ///   - table: The rule matches for each text.
    ///   - ruleSet: The rules of the table.
    ///   - fit: The settings of the fit.
    ///   - scale: The factor by which each rule weight is multiplied before it is added to a score.
    ///   - folds: The fold of each text, from 0, or -1 for texts that are only used for training.
    ///   - leavesOutSources: `true` if the folds consist of whole sources.
    ///   - threshold: The minimum probability for a prediction, 0 ... 1.
    ///   - progress: Called before each fold with its number, from 1. An error thrown here ends the fit.
    /// - Throws: The errors of `progress`.
    /// - Complexity: A fit of the weights for each fold, and one for all texts.
    public init(
        of table: RuleHitTable, rules ruleSet: RuleSet, fit: RuleFit, scale: Double = 1, folds: [Int],
        leavesOutSources: Bool, threshold: Double = 0.5, progress: (Int) throws -> Void = { _ in }
    ) rethrows {
        precondition(folds.count == table.rows.count, "a fold for each text")
        let authored = RulePredictions.weights(of: ruleSet)
        self.folds = (folds.max() ?? -1) + 1
        var sums = (
            before: RulePredictions(table, weights: authored, threshold: threshold, texts: []),
            after: RulePredictions(table, weights: authored, threshold: threshold, texts: [])
        )
        for fold in 0..<self.folds {
            try progress(fold + 1)
            let left = folds.indices.filter { folds[$0] == fold }
            let learned = folds.indices.filter { folds[$0] != fold }
            let fitted = fit.weights(on: table, authored: authored, scale: scale, texts: learned)
            sums.before.merge(
                RulePredictions(table, weights: authored, threshold: threshold, scale: scale, texts: left))
            sums.after.merge(
                RulePredictions(table, weights: fitted, threshold: threshold, scale: scale, texts: left))
        }
        let fitted = fit.weights(on: table, authored: authored, scale: scale)
        prior = fit.prior
        texts = table.rows.count
        sources = table.sources.count
        self.leavesOutSources = leavesOutSources
        before = Figures(sums.before)
        after = Figures(sums.after)
        let grounds = ChangeEvidence(table, weights: authored)
        changes = ruleSet.rules.indices.filter { authored[$0] != fitted[$0] }.map { rule in
            grounds.change(of: rule, ruleSet, to: fitted[rule])
        }
        rulesWithoutMatches = ruleSet.rules.indices.count { rule in
            authored[rule].contains { $0 != 0 } && grounds.hits[rule].allSatisfy { $0 == 0 }
        }
    }
}

/// The evidence for the changes, by rule.
private struct ChangeEvidence {
    /// The number of matches, by rule and category.
    var hits: [[Int]]
    var uniqueMatches: [Int]
    var sources: [Set<Int>]

    init(_ table: RuleHitTable, weights: [[Double]]) {
        hits = weights.map { $0.map { _ in 0 } }
        uniqueMatches = weights.map { _ in 0 }
        sources = weights.map { _ in [] }
        let counts = weights.map { $0.contains { $0 != 0 } }
        for (text, row) in table.rows.enumerated() {
            let speaking = table.rules(ofText: text).filter { counts[Int($0)] }
            if speaking.count == 1, let only = speaking.first { uniqueMatches[Int(only)] += 1 }
            for rule in speaking {
                hits[Int(rule)][row.category] += 1
                if let source = row.source { sources[Int(rule)].insert(source) }
            }
        }
    }

    func change(of index: Int, _ ruleSet: RuleSet, to fitted: [Double]) -> RuleFitReport.Change {
        let rule = ruleSet.rules[index]
        let spoken = rule.weights.indices.filter { rule.weights[$0] != 0 }
        return RuleFitReport.Change(
            rule: rule.id, categories: spoken.map { ruleSet.taxonomy.categories[$0] },
            before: spoken.map { rule.weights[$0] }, after: spoken.map { fitted[$0] },
            hits: hits[index].reduce(0, +), uniqueMatches: uniqueMatches[index],
            sources: sources[index].count,
            hitsOfCategory: spoken.map { hits[index][$0] })
    }
}
