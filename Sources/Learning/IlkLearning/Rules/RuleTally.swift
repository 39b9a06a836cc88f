import IlkRules
import IlkRuleTools
import IlkVocabulary

/// Counts rule matches by category and source, and the common matches of rule pairs.
struct RuleTally {
    private struct SourceCount {
        var hits = 0
        var right = 0
    }

    private struct PairCount {
        var both = 0
        var firstRight = 0
        var secondRight = 0
    }

    private let ruleSet: RuleSet
    /// The category with the strongest positive weight of each rule, or `nil` without positive weights.
    private let strongestCategory: [Int?]
    /// The number of matches, by rule and category.
    private var hits: [[Int]]
    private var uniqueMatches: [Int]
    private var stepLimitReached: [Int]
    private var sources: [[Int: SourceCount]]
    /// The key is the index of the first rule times the number of rules, plus the index of the second.
    private var pairs: [Int: PairCount] = [:]

    init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        let count = ruleSet.rules.count
        strongestCategory = ruleSet.rules.map { rule in
            let best = rule.weights.indices.max { (rule.weights[$0], $1) < (rule.weights[$1], $0) }
            return best.flatMap { rule.weights[$0] > 0 ? $0 : nil }
        }
        hits = [[Int]](repeating: [Int](repeating: 0, count: ruleSet.taxonomy.count), count: count)
        uniqueMatches = [Int](repeating: 0, count: count)
        stepLimitReached = uniqueMatches
        sources = [[Int: SourceCount]](repeating: [:], count: count)
    }

    mutating func add(_ text: Int, of table: RuleHitTable) {
        let row = table.rows[text]
        let rules = table.rules(ofText: text)
        for rule in table.unknownRules(ofText: text) { stepLimitReached[Int(rule)] += 1 }
        if rules.count == 1, let only = rules.first { uniqueMatches[Int(only)] += 1 }
        for (place, first) in rules.enumerated() {
            let first = Int(first)
            hits[first][row.category] += 1
            if let source = row.source {
                sources[first][source, default: SourceCount()].hits += 1
                if isRight(first, row.category) { sources[first][source, default: SourceCount()].right += 1 }
            }
            for second in rules.dropFirst(place + 1) {
                let key = first * ruleSet.rules.count + Int(second)
                pairs[key, default: PairCount()].both += 1
                if isRight(first, row.category) { pairs[key, default: PairCount()].firstRight += 1 }
                if isRight(Int(second), row.category) { pairs[key, default: PairCount()].secondRight += 1 }
            }
        }
    }

    /// Returns `true` if a rule is correct on a text of a category.
    ///
    /// A rule is correct on texts of the category with its highest positive weight. A rule without positive
    /// weights is correct on texts outside the category with its most negative weight.
    private func isRight(_ rule: Int, _ category: Int) -> Bool {
        if let favorite = strongestCategory[rule] { return favorite == category }
        let weights = ruleSet.rules[rule].weights
        let worst = weights.indices.min { weights[$0] < weights[$1] }
        return worst.map { weights[$0] < 0 && $0 != category } ?? false
    }

    func overlaps() -> [RuleStatistics.Overlap] {
        let count = ruleSet.rules.count
        let ordered = pairs.sorted { ($1.value.both, $0.key) < ($0.value.both, $1.key) }
        return ordered.map { key, pair in
            let (first, second) = (key / count, key % count)
            let either = hits[first].reduce(0, +) + hits[second].reduce(0, +) - pair.both
            return RuleStatistics.Overlap(
                first: ruleSet.rules[first].id, second: ruleSet.rules[second].id, both: pair.both,
                jaccard: Double(pair.both) / Double(either),
                isConflict: strongestCategory[first] != nil && strongestCategory[second] != nil
                    && strongestCategory[first] != strongestCategory[second],
                firstRight: pair.firstRight, secondRight: pair.secondRight)
        }
    }

    func figures(ofRule index: Int, in table: RuleHitTable, _ costs: RuleCosts?) -> RuleFigures {
        let rule = ruleSet.rules[index]
        let count = hits[index].reduce(0, +)
        let totals = table.textsOfCategory
        let labels = rule.weights.indices.filter { rule.weights[$0] != 0 }
            .sorted { (abs(rule.weights[$1]), $0) < (abs(rule.weights[$0]), $1) }
            .map { category in
                RuleFigures.LabelFigures(
                    category: ruleSet.taxonomy.categories[category], weight: rule.weights[category],
                    hits: (of: hits[index][category], all: count),
                    texts: (of: totals[category], all: table.rows.count)
                )
            }
        let attempts = costs?.attempts[index]
        return RuleFigures(
            id: rule.id, pack: rule.pack, file: rule.file, line: rule.line, status: rule.status.rawValue,
            counts: rule.status.counts, hits: count,
            share: table.rows.isEmpty ? 0 : Double(count) / Double(table.rows.count),
            uniqueMatches: uniqueMatches[index], stepLimitReached: stepLimitReached[index], labels: labels,
            sources: sourceFigures(index, table),
            attempts: attempts, microsecondsPerText: costs?.microsecondsPerText(ofRule: index),
            microsecondsPerAttempt: attempts == 0 ? nil : costs?.microsecondsPerAttempt(ofRule: index))
    }

    private func sourceFigures(_ rule: Int, _ table: RuleHitTable) -> [RuleFigures.SourceFigures] {
        sources[rule].sorted { ($1.value.hits, $0.key) < ($0.value.hits, $1.key) }.map { source, count in
            RuleFigures.SourceFigures(source: table.sources[source], hits: count.hits, right: count.right)
        }
    }
}
