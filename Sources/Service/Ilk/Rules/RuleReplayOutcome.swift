package import IlkLearning
package import IlkRules
package import IlkVocabulary

/// The verdicts that change between two rule sets.
package struct RuleReplayOutcome {
    /// The effect of a changed verdict if the label of the text is known.
    package enum Change: String {
        case toRight = "wrong to right"
        case toWrong = "right to wrong"
        case stillWrong = "wrong to wrong"
    }

    package let flips: [VerdictFlip]
    package let texts: [ReplayedText]
    /// The names of the old and the new rules.
    package let names: (old: String, new: String)
    package let rules: (old: RuleSet, new: RuleSet)
    package let classifier: String

    /// Classifies texts with the old and the new rules.
    ///
    /// - Parameters:
    ///   - replay: The rules, and possibly a model.
    ///   - names: The names of the old and the new rules.
    ///   - texts: The texts.
    ///   - threads: The maximum number of threads.
    ///   - progress: Called with the number of texts done. An error thrown here ends the replay.
    /// - Throws: `TextError` if ICU is not available, and the errors of `progress`.
    package init(
        of replay: VerdictReplay, named names: (old: String, new: String), on texts: [ReplayedText],
        threads: Int, progress: (Int) throws -> Void
    ) throws {
        flips = try replay.flips(in: texts, threads: threads, progress: progress)
        self.texts = texts
        self.names = names
        rules = (replay.old, replay.new)
        classifier = replay.hasModel ? "fused" : "rules"
    }

    package var taxonomy: Taxonomy { rules.new.taxonomy }

    /// Returns the label of the text of a changed verdict, or `nil` if the text has no label of the taxonomy.
    package func label(_ flip: VerdictFlip) -> Category? {
        texts[flip.text].category.flatMap { taxonomy.index(of: $0) == nil ? nil : $0 }
    }

    /// Returns the effect of a changed verdict, or `nil` if the label is unknown.
    package func change(_ flip: VerdictFlip) -> Change? {
        guard let label = label(flip) else { return nil }
        return switch (flip.before.predicted == label, flip.after.predicted == label) {
        case (true, false): .toWrong
        case (false, true): .toRight
        case (false, false): .stillWrong
        case (true, true): nil
        }
    }

    // MARK: Summary

    package func count(_ change: Change) -> Int { flips.count { self.change($0) == change } }

    /// The number of texts with a label in the taxonomy.
    package var labeled: Int { texts.count { $0.category.flatMap(taxonomy.index) != nil } }

    /// The number of changed verdicts by old and new label, with keys such as `email to message`. A dash
    /// stands for an abstention.
    package var changes: [String: Int] {
        Self.counts(
            flips.map { "\($0.before.predicted?.rawValue ?? "-") to \($0.after.predicted?.rawValue ?? "-")" })
    }

    /// For each rule, the number of changed verdicts that the rule is a cause of.
    package var parts: [String: Int] { Self.counts(flips.flatMap { $0.causes.map(\.rule) }) }

    /// The ids of rules that only the new set contains.
    package var added: [String] { rules.new.rules.map(\.id).filter { rules.old.index(ofRule: $0) == nil } }

    /// The ids of rules that only the old set contains.
    package var removed: [String] { rules.old.rules.map(\.id).filter { rules.new.index(ofRule: $0) == nil } }

    /// The ids of rules whose weights differ between the two rule sets, or take effect in only one of the
    /// rule sets.
    package var reweighted: [String] {
        rules.new.rules.filter { rule in
            guard let place = rules.old.index(ofRule: rule.id) else { return false }
            let old = rules.old.rules[place]
            return old.weights != rule.weights || old.status.counts != rule.status.counts
        }.map(\.id)
    }

    private static func counts(_ names: [String]) -> [String: Int] {
        names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    // MARK: JSON output

    package var fields: JSONObject { ["summary": summary, "flips": flips.map(fields)] }

    package var summary: JSONObject {
        [
            "old": names.old, "new": names.new, "classifier": classifier, "texts": texts.count,
            "flips": flips.count, "changes": changes, "labeled": labeled, "toRight": count(.toRight),
            "toWrong": count(.toWrong), "rules": parts, "added": added, "removed": removed,
            "reweighted": reweighted,
        ]
    }

    /// The JSON fields of a changed verdict.
    package func fields(_ flip: VerdictFlip) -> JSONObject {
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
        let fields: JSONObject = ["scores": named(side.scores)]
        return fields.predicting(
            side.category.rawValue, side.probability, abstention: side.abstention?.rawValue)
    }

    /// Returns the numbers by category name.
    package func named(_ numbers: [Double]) -> [String: Double] {
        Dictionary(uniqueKeysWithValues: zip(taxonomy.categories.map(\.rawValue), numbers))
    }
}
