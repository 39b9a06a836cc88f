import IlkConsole
import IlkLearning
import IlkRules
import IlkVocabulary

/// The verdicts that flip from one rule set to another one.
struct ReplayOutcome {
    /// The meaning of a flip where the label of the text is known.
    enum Change: String {
        case toRight = "wrong to right"
        case toWrong = "right to wrong"
        case stillWrong = "wrong to wrong"
    }

    let flips: [VerdictFlip]
    /// The texts that were replayed.
    let texts: [ReplayedText]
    /// The rules before and now, by the names that they were given.
    let names: (old: String, new: String)
    let rules: (old: RuleSet, new: RuleSet)
    let classifier: String

    var taxonomy: Taxonomy { rules.new.taxonomy }

    /// The label of a flip's text; `nil` if it has none that the rules know.
    func label(_ flip: VerdictFlip) -> Category? {
        texts[flip.text].category.flatMap { taxonomy.index(of: $0) == nil ? nil : $0 }
    }

    /// The meaning of a flip; `nil` if the label is not known.
    func change(_ flip: VerdictFlip) -> Change? {
        guard let label = label(flip) else { return nil }
        return switch (flip.before.claimed == label, flip.after.claimed == label) {
        case (true, false): .toWrong
        case (false, true): .toRight
        case (false, false): .stillWrong
        case (true, true): nil
        }
    }

    // MARK: All flips together

    /// Returns the number of flips with a meaning.
    func count(_ change: Change) -> Int { flips.count { self.change($0) == change } }

    /// The number of texts with a label that the rules know.
    var labelled: Int { texts.count { $0.category.flatMap(taxonomy.index) != nil } }

    /// How often which category, or none (`-`), became which: `email to message`.
    var changes: [String: Int] {
        Self.counts(
            flips.map { "\($0.before.claimed?.rawValue ?? "-") to \($0.after.claimed?.rawValue ?? "-")" })
    }

    /// How many flips each rule has a part in.
    var parts: [String: Int] { Self.counts(flips.flatMap { $0.causes.map(\.rule) }) }

    /// The ids of the rules that only the new rules have.
    var added: [String] { rules.new.rules.map(\.id).filter { rules.old.index(ofRule: $0) == nil } }

    /// The ids of the rules that only the old rules have.
    var removed: [String] { rules.old.rules.map(\.id).filter { rules.new.index(ofRule: $0) == nil } }

    /// The ids of the rules that have other weights, or of which the weights count on one side only.
    var reweighed: [String] {
        rules.new.rules.filter { rule in
            guard let place = rules.old.index(ofRule: rule.id) else { return false }
            let old = rules.old.rules[place]
            return old.weights != rule.weights || old.status.counts != rule.status.counts
        }.map(\.id)
    }

    private static func counts(_ names: [String]) -> [String: Int] {
        names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    // MARK: For programs

    /// All flips together, as programs read them.
    var summary: JSONObject {
        [
            "old": names.old, "new": names.new, "classifier": classifier, "texts": texts.count,
            "flips": flips.count, "changes": changes, "labelled": labelled, "toRight": count(.toRight),
            "toWrong": count(.toWrong), "rules": parts, "added": added, "removed": removed,
            "reweighed": reweighed,
        ]
    }

    /// A flip as programs read it.
    func fields(_ flip: VerdictFlip) -> JSONObject {
        [
            "place": texts[flip.text].place, "label": label(flip)?.rawValue,
            "outcome": change(flip)?.rawValue, "before": fields(flip.before), "after": fields(flip.after),
            "causes": flip.causes.map { cause -> JSONObject in
                [
                    "rule": cause.rule, "reason": cause.reason.rawValue,
                    "before": named(cause.before).filter { $0.value != 0 },
                    "after": named(cause.after).filter { $0.value != 0 },
                ]
            },
            "text": texts[flip.text].text,
        ]
    }

    private func fields(_ side: VerdictFlip.Outcome) -> JSONObject {
        [
            "category": side.category.rawValue, "probability": side.probability,
            "abstention": side.abstention?.rawValue, "scores": named(side.scores),
        ]
    }

    /// The numbers of all categories by their names.
    func named(_ numbers: [Double]) -> [String: Double] {
        Dictionary(uniqueKeysWithValues: zip(taxonomy.categories.map(\.rawValue), numbers))
    }
}
