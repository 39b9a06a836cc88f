public import IlkRules
public import IlkText

/// A check whether rules agree on a text without a label, so that the text can be used for training.
///
/// Rules agree if at least two stable rules support the same category. No active rule may support another
/// category or contribute against the supported category.
public struct RuleAgreement {
    /// The minimum number of stable rules that must support the category.
    public static let minimumStableRules = 2

    private let matcher: RuleMatcher
    private let isStable: [Bool]
    private let counts: [Bool]

    /// Creates the check for a rule set.
    ///
    /// - Parameter ruleSet: The rules.
    public init(_ ruleSet: RuleSet) {
        matcher = RuleMatcher(ruleSet)
        isStable = ruleSet.rules.map { $0.status == .stable }
        counts = ruleSet.rules.map { $0.status.counts }
    }

    /// Returns the index of the category that the rules agree on.
    ///
    /// - Parameter analysis: The text, with the features that the rules require.
    /// - Returns: The index in the taxonomy, or `nil` if the rules disagree, too few support a category, or a
    ///   rule reached a limit.
    /// - Complexity: That of evaluating the rules on the text.
    public func category(of analysis: AnalyzedText) -> Int? {
        matcher.evaluate(analysis)
        var agreed: Int?
        var stable = 0
        for hit in matcher.hits where counts[hit.rule] {
            guard !hit.isUndecided else { return nil }
            let weights = matcher.ruleSet.rules[hit.rule].weights
            guard let best = Self.best(weights) else { continue }
            guard agreed == nil || agreed == best else { return nil }
            agreed = best
            if isStable[hit.rule] { stable += 1 }
        }
        guard let agreed, stable >= Self.minimumStableRules else { return nil }
        for hit in matcher.hits where counts[hit.rule] {
            if matcher.ruleSet.rules[hit.rule].weights[agreed] < 0 { return nil }
        }
        return agreed
    }

    /// Returns the category with the highest positive weight of a rule, or `nil` if there is none or a tie.
    private static func best(_ weights: [Double]) -> Int? {
        guard let highest = weights.max(), highest > 0 else { return nil }
        let places = weights.indices.filter { weights[$0] == highest }
        return places.count == 1 ? places[0] : nil
    }
}
