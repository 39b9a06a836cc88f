import IlkModels
import IlkPipeline
import IlkRules
import IlkText
import IlkVocabulary

/// The state of a replay. It may be used by one thread at a time.
final class ReplaySession {
    private let replay: VerdictReplay
    private let analyzer: TextAnalyzer
    private var analysis = AnalyzedText()
    private let old: Side
    private let new: Side
    private let model: (any ClassifierSession)?
    private let head: HeadReader?
    private var modelScores: [Double]
    private let shares: LabelShares

    init(_ replay: VerdictReplay) throws {
        self.replay = replay
        analyzer = try TextAnalyzer(measuring: max(replay.old.featureLevel, replay.new.featureLevel))
        old = Side(replay.old, beside: replay.model)
        new = Side(replay.new, beside: replay.model)
        model = replay.model.map { ModelClassifier($0).makeSessionWithoutHead() }
        head = replay.model.flatMap { HeadReader($0.head, replay.new.taxonomy) }
        modelScores = [Double](repeating: 0, count: replay.new.taxonomy.count)
        shares = replay.model.map { LabelShares(of: $0) } ?? LabelShares(of: replay.new.taxonomy)
    }

    /// Returns the difference between the verdicts of the two rule sets for a text, or `nil` if they agree.
    func flip(_ text: String, at index: Int) -> VerdictFlip? {
        analyzer.analyze(text, into: &analysis)
        old.evaluate(analysis)
        new.evaluate(analysis)
        // Most changes affect few texts. If the rules agree, the model is not evaluated.
        if old.sums == new.sums, old.matcher.hits.isEmpty == new.matcher.hits.isEmpty { return nil }
        for category in modelScores.indices { modelScores[category] = 0 }
        let support = model?.score(analysis, into: &modelScores) ?? ScoreSupport()
        let before = outcome(of: old, support)
        let after = outcome(of: new, support)
        guard before.predicted != after.predicted else { return nil }
        return VerdictFlip(text: index, before: before, after: after, causes: causes(before, after))
    }

    private func outcome(of side: Side, _ support: ScoreSupport) -> VerdictFlip.Outcome {
        let isByRules =
            side.matcher.ruleSet.decidesUnfamiliar && support.leavesDecision(toRules: side.sums)
        var scores = isByRules ? side.sums : zip(side.sums, modelScores).map { $0 + $1 }
        head?.add(analysis, to: &scores)
        var support = support.combined(ScoreSupport(rules: side.matcher.hits.count))
        if isByRules { support.isUnfamiliar = false }
        let decision = Decision(
            scores: scores, support: support,
            thresholds: [Double](repeating: replay.threshold, count: scores.count),
            isBlank: analysis.sentences.isEmpty, shares: shares)
        return VerdictFlip.Outcome(
            category: replay.new.taxonomy.categories[decision.best], probability: decision.probability,
            abstention: decision.abstention, scores: scores)
    }

    private func causes(
        _ before: VerdictFlip.Outcome, _ after: VerdictFlip.Outcome
    ) -> [VerdictFlip.Cause] {
        var causes: [VerdictFlip.Cause] = []
        for hit in old.matcher.hits {
            let place = replay.indexInNew[hit.rule]
            let now = place.flatMap { place in new.matcher.hits.first { $0.rule == place } }
            causes.append(cause(old: hit, new: now, isInBoth: place != nil))
        }
        for hit in new.matcher.hits {
            let place = replay.placeInOld[hit.rule]
            if let place, old.matcher.hits.contains(where: { $0.rule == place }) { continue }
            causes.append(cause(old: nil, new: hit, isInBoth: place != nil))
        }
        let from = replay.new.taxonomy.index(of: before.category) ?? 0
        let to = replay.new.taxonomy.index(of: after.category) ?? 0
        // If the most probable category is unchanged, the causes are ranked by the change of its score.
        let push = { (cause: VerdictFlip.Cause) in
            abs(from == to ? cause.after[to] - cause.before[to] : cause.push(from: from, to: to))
        }
        return causes.filter { $0.before != $0.after || $0.reason != .weightChanged }
            .sorted { (push($1), $0.rule) < (push($0), $1.rule) }
    }

    private func cause(old hit: RuleHit?, new other: RuleHit?, isInBoth: Bool) -> VerdictFlip.Cause {
        let before = hit.map { old.weights.weights(of: $0) }
        let after = other.map { new.weights.weights(of: $0) }
        let none = [Double](repeating: 0, count: modelScores.count)
        let reason: VerdictFlip.Reason
        switch (hit, other) {
        case (let hit?, let other?):
            let statuses = (
                old.matcher.ruleSet.rules[hit.rule].status.counts,
                new.matcher.ruleSet.rules[other.rule].status.counts
            )
            reason =
                hit.isUndecided != other.isUndecided
                ? .limitReached : statuses.0 != statuses.1 ? .status : .weightChanged
        case (_?, nil): reason = isInBoth ? .matchesNoLonger : .removed
        default: reason = isInBoth ? .matchesNow : .added
        }
        let id =
            hit.map { old.matcher.ruleSet.rules[$0.rule].id }
            ?? other.map { new.matcher.ruleSet.rules[$0.rule].id }
        return VerdictFlip.Cause(rule: id ?? "", reason: reason, before: before ?? none, after: after ?? none)
    }

    /// One of the two rule sets, with its working state.
    private final class Side {
        let matcher: RuleMatcher
        let weights: RuleWeights
        /// The score contribution of the rules to each category, for the current text.
        private(set) var sums: [Double]

        init(_ ruleSet: RuleSet, beside model: (any TextModel)?) {
            matcher = RuleMatcher(ruleSet)
            weights = RuleWeights(ruleSet, beside: model)
            sums = [Double](repeating: 0, count: ruleSet.taxonomy.count)
        }

        func evaluate(_ analysis: borrowing AnalyzedText) {
            matcher.evaluate(analysis)
            for index in sums.indices { sums[index] = 0 }
            weights.add(matcher.hits, to: &sums)
        }
    }
}
