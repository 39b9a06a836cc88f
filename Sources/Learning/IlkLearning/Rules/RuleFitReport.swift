public import IlkRules
public import IlkVocabulary

/// What came of fitting weights: each change with its grounds, and what it is worth on texts that were left out.
public struct RuleFitReport: Sendable, Hashable, Codable {
    /// The weights of one rule, before and after.
    public struct Change: Sendable, Hashable, Codable {
        /// The rule's id.
        public var rule: String
        /// The categories that it speaks for or against, in the taxonomy's order.
        public var categories: [Category]
        /// Their authored weights: what was believed before.
        public var before: [Double]
        /// Their fitted weights.
        public var after: [Double]
        /// How many texts the rule holds for.
        public var hits: Int
        /// How many of these no other rule that counts holds for.
        public var alone: Int
        /// How many sources these texts are from; 0 when they name none.
        public var sources: Int
        /// How many of the hits have each of the categories.
        public var hitsOfCategory: [Int]

        /// The place among the categories of the one whose weight changes most.
        public var main: Int {
            after.indices.max {
                (abs(after[$0] - before[$0]), $1) < (abs(after[$1] - before[$1]), $0)
            } ?? 0
        }
    }

    /// How rules do with some weights on some texts.
    public struct Figures: Sendable, Hashable, Codable {
        /// How many texts there are.
        public var texts: Int
        /// The share for which the right category is ahead, claimed or not, 0 ... 1.
        public var accuracy: Double
        /// The mean of -ln of the probability of the right category, 0 and up.
        public var logLoss: Double
        /// The share for which a category is claimed, 0 ... 1.
        public var coverage: Double
        /// The share of right ones among these, 0 ... 1; 0 of none.
        public var precision: Double

        init(_ decisions: RuleDecisions) {
            let count = Double(max(1, decisions.texts))
            let decided = decisions.decided.reduce(0, +)
            texts = decisions.texts
            accuracy = Double(decisions.ahead) / count
            logLoss = decisions.logLoss / count
            coverage = Double(decided) / count
            precision = decided == 0 ? 0 : Double(decisions.right.reduce(0, +)) / Double(decided)
        }
    }

    /// How many texts an authored weight was worth.
    public var prior: Double
    /// How many texts there were.
    public var texts: Int
    /// How many sources they name.
    public var sources: Int
    /// Into how many parts the texts were divided, each left out once.
    public var folds: Int
    /// Whether whole sources were left out together.
    public var leavesOutSources: Bool
    /// The authored weights on the texts that were left out in some fold.
    public var before: Figures
    /// The weights that were fitted on the others of each fold, on the same texts.
    public var after: Figures
    /// The changes of the fit on all texts, in the order of ids.
    public var changes: [Change]
    /// How many rules count and have no hit: their weights stay, for nothing is known of them.
    public var withoutHits: Int

    /// Whether the fit predicts texts that it has not seen better than the authored weights do: by log loss.
    public var pays: Bool { after.logLoss < before.logLoss }

    /// Fits, and measures on texts that were left out.
    ///
    /// - Parameters:
    ///   - table: Which rules hold for which texts.
    ///   - ruleSet: The rules that the table is about.
    ///   - fit: How weights are fitted.
    ///   - scale: What weights are multiplied by before they are added to scores.
    ///   - folds: For each text the part that it is left out with, from 0; -1 for texts that are only learned from.
    ///   - leavesOutSources: Whether the parts are made of whole sources.
    ///   - threshold: Below this probability no category is claimed.
    ///   - progress: Called before each fold with its number, from 1. What it throws ends the fit.
    public init(
        of table: RuleHitTable, rules ruleSet: RuleSet, fit: RuleFit, scale: Double = 1, folds: [Int],
        leavesOutSources: Bool, threshold: Double = 0.5, progress: (Int) throws -> Void = { _ in }
    ) rethrows {
        precondition(folds.count == table.rows.count, "a fold a text")
        let authored = RuleDecisions.weights(of: ruleSet)
        self.folds = (folds.max() ?? -1) + 1
        var sums = (
            before: RuleDecisions(table, weights: authored, threshold: threshold, texts: []),
            after: RuleDecisions(table, weights: authored, threshold: threshold, texts: [])
        )
        for fold in 0..<self.folds {
            try progress(fold + 1)
            let left = folds.indices.filter { folds[$0] == fold }
            let learned = folds.indices.filter { folds[$0] != fold }
            let fitted = fit.weights(on: table, authored: authored, scale: scale, texts: learned)
            sums.before.merge(
                RuleDecisions(table, weights: authored, threshold: threshold, scale: scale, texts: left))
            sums.after.merge(
                RuleDecisions(table, weights: fitted, threshold: threshold, scale: scale, texts: left))
        }
        let fitted = fit.weights(on: table, authored: authored, scale: scale)
        prior = fit.prior
        texts = table.rows.count
        sources = table.sources.count
        self.leavesOutSources = leavesOutSources
        before = Figures(sums.before)
        after = Figures(sums.after)
        let grounds = Grounds(table, weights: authored)
        changes = ruleSet.rules.indices.filter { authored[$0] != fitted[$0] }.map { rule in
            grounds.change(of: rule, ruleSet, to: fitted[rule])
        }
        withoutHits = ruleSet.rules.indices.count { rule in
            authored[rule].contains { $0 != 0 } && grounds.hits[rule].allSatisfy { $0 == 0 }
        }
    }
}

/// What changes stand on.
private struct Grounds {
    /// Rule by rule, category by category.
    var hits: [[Int]]
    var alone: [Int]
    var sources: [Set<Int>]

    init(_ table: RuleHitTable, weights: [[Double]]) {
        hits = weights.map { $0.map { _ in 0 } }
        alone = weights.map { _ in 0 }
        sources = weights.map { _ in [] }
        let counts = weights.map { $0.contains { $0 != 0 } }
        for (text, row) in table.rows.enumerated() {
            let speaking = table.rules(ofText: text).filter { counts[Int($0)] }
            if speaking.count == 1, let only = speaking.first { alone[Int(only)] += 1 }
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
            hits: hits[index].reduce(0, +), alone: alone[index], sources: sources[index].count,
            hitsOfCategory: spoken.map { hits[index][$0] })
    }
}
