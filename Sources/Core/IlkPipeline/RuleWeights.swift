public import IlkModels
public import IlkRules
import IlkVocabulary

/// The weights that rules add to scores. Without a model, a rule adds its authored weight, which is written
/// in the rule file. With a model that was trained together with rules, a rule adds the weight that was
/// learned in training, so that a rule and the words that the rule matches are not counted twice. The table
/// shows all cases with a model.
///
/// | model | rule seen in training | other rule |
/// |---|---|---|
/// | trained together with rules | learned weight | authored weight |
/// | trained without rules | - | ``authoredWeightFactor`` times the authored weight |
public struct RuleWeights: Sendable {
    /// The factor for authored weights if the model was trained without rules. The factor was chosen by
    /// leave-one-source-out cross-validation.
    public static let authoredWeightFactor = 0.75

    private let categories: Int
    /// The weights of the first rule for each category, then those of the second rule, and so on. Inactive
    /// rules have the weight 0.
    private let weights: [Double]

    /// Creates the weights of a rule set.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - model: The model with which the rules are combined, or `nil` if the rules are used alone. The
    ///     model must have the same categories.
    /// - Complexity: O(*r* · *c*) for *r* rules and *c* categories.
    public init(_ ruleSet: RuleSet, beside model: (any TextModel)? = nil) {
        categories = ruleSet.taxonomy.count
        let counts = model?.rules
        let scale = Self.authoredWeightFactor(beside: model)
        weights = ruleSet.rules.flatMap { rule in
            guard rule.status.counts else { return rule.weights.map { _ in 0.0 } }
            let key = RuleCounts.Key(id: rule.id, content: rule.contentHash)
            return counts?.weights(of: key, authored: rule.weights) ?? rule.weights.map { $0 * scale }
        }
    }

    /// Returns the factor for the authored weight of a rule that the model has not seen in training.
    ///
    /// - Parameter model: The model, or `nil` for rules alone.
    /// - Returns: ``authoredWeightFactor`` for a model trained without rules, otherwise 1.
    public static func authoredWeightFactor(beside model: (any TextModel)?) -> Double {
        model.map { $0.rules == nil ? authoredWeightFactor : 1 } ?? 1
    }

    /// Adds the weights of the matching rules to the scores. A rule that reached its step limit adds nothing.
    ///
    /// - Parameters:
    ///   - hits: The rules that match a text.
    ///   - scores: The scores, one element per category.
    /// - Complexity: O(*h* · *c*) for *h* matches and *c* categories; no allocation.
    public func add(_ hits: [RuleHit], to scores: inout [Double]) {
        precondition(scores.count == categories, "one score for each category")
        for hit in hits where !hit.isUndecided {
            let first = hit.rule * categories
            for index in scores.indices { scores[index] += weights[first + index] }
        }
    }

    /// Returns the weights that a match adds, in the taxonomy's order.
    ///
    /// - Parameter hit: The match of a rule. If the rule reached its step limit, all weights are 0.
    /// - Complexity: O(*c*) in the number of categories.
    public func weights(of hit: RuleHit) -> [Double] {
        hit.isUndecided
            ? [Double](repeating: 0, count: categories)
            : Array(weights[hit.rule * categories..<(hit.rule + 1) * categories])
    }
}
