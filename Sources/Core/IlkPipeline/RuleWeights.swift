public import IlkModels
public import IlkRules
import IlkVocabulary

/// What rules add to scores: their authored weights when they decide alone; beside a model what it has learned of them, so
/// that a rule and the words it matches are not counted twice.
///
/// | the model | a rule that it counted | any other rule |
/// |---|---|---|
/// | was trained beside rules | its learned weight | its authored weight |
/// | knows of no rules | - | ``scale`` of its authored weight |
public struct RuleWeights: Sendable {
    /// How much of an authored weight counts beside a model that knows of no rules; chosen by left-out sources.
    public static let scale = 0.75

    private let categories: Int
    /// Rule by rule, category by category; zero for rules that do not count.
    private let weights: [Double]

    /// The weights of rules beside a model, or alone. Both decide among the same categories.
    public init(_ ruleSet: RuleSet, beside model: (any TextModel)? = nil) {
        categories = ruleSet.taxonomy.count
        let counts = model?.rules
        let scale = Self.scale(beside: model)
        weights = ruleSet.rules.flatMap { rule in
            guard rule.status.counts else { return rule.weights.map { _ in 0.0 } }
            let key = RuleCounts.Key(id: rule.id, content: rule.content)
            return counts?.weights(of: key, authored: rule.weights) ?? rule.weights.map { $0 * scale }
        }
    }

    /// What the authored weight of a rule is multiplied by that a model has not counted; 1 without a model.
    public static func scale(beside model: (any TextModel)?) -> Double {
        model.map { $0.rules == nil ? scale : 1 } ?? 1
    }

    /// Adds the weights of the rules that hold. What gave up adds nothing.
    public func add(_ hits: [RuleHit], to scores: inout [Double]) {
        precondition(scores.count == categories, "one score for each category")
        for hit in hits where !hit.gaveUp {
            let first = hit.rule * categories
            for index in scores.indices { scores[index] += weights[first + index] }
        }
    }

    /// What a hit adds, category by category.
    public func weights(of hit: RuleHit) -> [Double] {
        hit.gaveUp
            ? [Double](repeating: 0, count: categories)
            : Array(weights[hit.rule * categories..<(hit.rule + 1) * categories])
    }
}
