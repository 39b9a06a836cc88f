public import IlkRules
public import IlkText

/// Whether rules agree on a text so far that it can be learned from.
///
/// Two rules or more that are stable speak for one category, and no rule that counts speaks against it.
public struct AgreedRules {
    /// How many stable rules must be for a category.
    public static let fewest = 2

    private let matcher: RuleMatcher
    private let isStable: [Bool]
    private let counts: [Bool]

    /// The rules of a set.
    public init(_ ruleSet: RuleSet) {
        matcher = RuleMatcher(ruleSet)
        isStable = ruleSet.rules.map { $0.status == .stable }
        counts = ruleSet.rules.map { $0.status.counts }
    }

    /// The place of the category that the rules agree on; nil when they do not, or when a rule gave up.
    ///
    /// - Parameter analysis: The text, measured as far as the rules ask for.
    public func category(of analysis: AnalyzedText) -> Int? {
        matcher.evaluate(analysis)
        var agreed: Int?
        var stable = 0
        for hit in matcher.hits where counts[hit.rule] {
            guard !hit.gaveUp else { return nil }
            let weights = matcher.ruleSet.rules[hit.rule].weights
            guard let best = Self.best(weights) else { continue }
            guard agreed == nil || agreed == best else { return nil }
            agreed = best
            if isStable[hit.rule] { stable += 1 }
        }
        guard let agreed, stable >= Self.fewest else { return nil }
        for hit in matcher.hits where counts[hit.rule] {
            if matcher.ruleSet.rules[hit.rule].weights[agreed] < 0 { return nil }
        }
        return agreed
    }

    /// The category that a rule speaks for: the one of its highest weight above 0, when it is one alone.
    private static func best(_ weights: [Double]) -> Int? {
        guard let highest = weights.max(), highest > 0 else { return nil }
        let places = weights.indices.filter { weights[$0] == highest }
        return places.count == 1 ? places[0] : nil
    }
}
