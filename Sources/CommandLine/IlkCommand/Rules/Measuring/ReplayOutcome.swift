import IlkLearning
import IlkRules
import IlkVocabulary

/// What came of a replay, as programs read it.
struct ReplayOutcome: Encodable {
    /// What one rule set says of a text.
    struct Side: Encodable {
        /// The category that is ahead.
        var category: String
        var probability: Double
        /// Why no category is claimed; missing when one is.
        var abstention: String?
        /// The score of each category: natural-log odds.
        var scores: [String: Double]
    }

    /// A rule that has a part in a flip.
    struct Cause: Encodable {
        var rule: String
        var reason: String
        /// What it added to the score of each category that it touches, before and now.
        var before: [String: Double]
        var after: [String: Double]
    }

    /// A verdict that flips.
    struct Flip: Encodable {
        /// The file and the line, or the entry of the log.
        var place: String
        /// What is right, where that is known.
        var label: String?
        /// What that means: `wrong to right`, `right to wrong`, `wrong to wrong`, where it is known.
        var outcome: String?
        var before: Side
        var after: Side
        var causes: [Cause]
        var text: String
    }

    /// All flips together.
    struct Summary: Encodable {
        /// The rules before and now, by the names that they were given.
        var old: String
        var new: String
        var classifier: String
        var texts: Int
        var flips: Int
        /// How often which category, or none (`-`), became which: `email to message`.
        var changes: [String: Int]
        /// How many texts have a label that the rules know.
        var labelled: Int
        var toRight: Int
        var toWrong: Int
        /// How many flips each rule has a part in.
        var rules: [String: Int]
        /// The ids of the rules that only one side has.
        var added: [String]
        var removed: [String]
        /// The ids of those that have other weights, or of which the weights count on one side only.
        var reweighed: [String]
    }

    var summary: Summary
    var flips: [Flip]
}

extension ReplayOutcome {
    /// What came of replaying some texts.
    init(
        _ found: [VerdictFlip], of texts: [ReplayedText], names: (old: String, new: String),
        rules: (old: RuleSet, new: RuleSet), classifier: String
    ) {
        let taxonomy = rules.new.taxonomy
        flips = found.map { Flip($0, of: texts[$0.text], taxonomy) }
        let labelled = texts.count { $0.category.flatMap(taxonomy.index) != nil }
        let common = rules.new.rules.compactMap { rule in
            rules.old.index(ofRule: rule.id).map { (rules.old.rules[$0], rule) }
        }
        summary = Summary(
            old: names.old, new: names.new, classifier: classifier, texts: texts.count, flips: flips.count,
            changes: Self.counts(flips.map { "\($0.before.shown) to \($0.after.shown)" }), labelled: labelled,
            toRight: flips.count { $0.outcome == Flip.toRight },
            toWrong: flips.count { $0.outcome == Flip.toWrong },
            rules: Self.counts(flips.flatMap { $0.causes.map(\.rule) }),
            added: rules.new.rules.map(\.id).filter { rules.old.index(ofRule: $0) == nil },
            removed: rules.old.rules.map(\.id).filter { rules.new.index(ofRule: $0) == nil },
            reweighed: common.filter { $0.weights != $1.weights || $0.status.counts != $1.status.counts }
                .map(\.1.id))
    }

    private static func counts(_ names: [String]) -> [String: Int] {
        names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension ReplayOutcome.Flip {
    static let toRight = "wrong to right"
    static let toWrong = "right to wrong"

    init(_ flip: VerdictFlip, of text: ReplayedText, _ taxonomy: Taxonomy) {
        place = text.place
        let known = text.category.flatMap { taxonomy.index(of: $0) == nil ? nil : $0 }
        label = known?.rawValue
        outcome = known.flatMap { label in
            switch (flip.before.claimed == label, flip.after.claimed == label) {
            case (true, false): Self.toWrong
            case (false, true): Self.toRight
            case (false, false): "wrong to wrong"
            case (true, true): nil
            }
        }
        before = ReplayOutcome.Side(flip.before, taxonomy)
        after = ReplayOutcome.Side(flip.after, taxonomy)
        causes = flip.causes.map { cause in
            ReplayOutcome.Cause(
                rule: cause.rule, reason: cause.reason.rawValue,
                before: Self.weights(cause.before, taxonomy), after: Self.weights(cause.after, taxonomy))
        }
        self.text = text.text
    }

    private static func weights(_ weights: [Double], _ taxonomy: Taxonomy) -> [String: Double] {
        Dictionary(
            uniqueKeysWithValues: zip(taxonomy.categories.map(\.rawValue), weights).filter { $0.1 != 0 })
    }
}

extension ReplayOutcome.Side {
    init(_ outcome: VerdictFlip.Outcome, _ taxonomy: Taxonomy) {
        category = outcome.category.rawValue
        probability = outcome.probability
        abstention = outcome.abstention?.rawValue
        scores = Dictionary(uniqueKeysWithValues: zip(taxonomy.categories.map(\.rawValue), outcome.scores))
    }

    /// The category that is claimed, or `-`.
    var shown: String { abstention == nil ? category : "-" }
}
