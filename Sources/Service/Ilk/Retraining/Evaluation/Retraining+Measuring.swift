import IlkLog
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Compares a new model with the active model.
extension Retraining {
    /// Compares the active version with a candidate on the audit sample, the held-out corrections, the
    /// corrections that the active version was not trained on, and the regression sets. For texts that the
    /// candidate was trained on, leave-one-out predictions are used.
    ///
    /// - Parameters:
    ///   - candidate: The new model.
    ///   - counted: The counts of the log.
    ///   - rules: The rules that complement the model.
    ///   - corrections: The corrections.
    ///   - active: The version to compare with, or `nil` for the active one.
    ///   - report: Receives the evaluation.
    func measure(
        _ candidate: RetrainingCandidate, _ counted: LogCounts, _ rules: RuleSet?,
        _ corrections: Corrections, against active: String?, into report: inout RetrainingReport
    ) async throws {
        let current = try assembly(of: active).pipeline()
        let next = assembly.pipeline(by: try assembly.classifier(rules, candidate.model))
        let contest = try PairedPipelines(current, next)
        let (heldOut, audits) = (corrections.heldOut, corrections.audits)
        let suspect = RetrainingReport.SuspectedAuthor(in: corrections.learned + heldOut)
        let judges = CorrectionJudges(corrections.learned + heldOut + audits, without: suspect)
        let answers =
            judges.answers(to: audits, in: GateSample.auditSample, by: contest)
            + judges.answers(to: heldOut, in: GateSample.heldOut, by: contest)
        try willRun(.measuring)
        let left = LeftOutPredictions(
            candidate: candidate, counted: counted, rules: rules, assembly: assembly
        ) { [willRun] in try willRun(.measuring) }
        report.gate = RetrainingGate(
            try answers + crossValidated(left, against: active, by: contest, judges),
            regression: try regressionSamples(contest), strata: try await strata(), prior: .learned)
        report.onLearned = contest.comparison(on: corrections.learned.map(\.labeledText))
        report.changedPredictions = try await flips(contest)
        report.suspectedAuthor = suspect
    }

    /// Returns the comparisons on the regression sets of the taxonomy.
    func regressionSamples(_ contest: PairedPipelines) throws -> [GateSample] {
        func sample(_ name: String, _ texts: [LabeledText]) -> GateSample {
            GateSample(name: name, comparison: contest.comparison(on: texts))
        }
        var samples: [GateSample] = []
        if taxonomy == .documentType {
            let texts = LabeledTextFile(BuiltIn.regressionSet()).texts
            samples.append(sample(GateSample.regressionSet, texts))
        }
        if let own = try regression { samples.append(sample(GateSample.ownRegressionSet, own.texts)) }
        return samples
    }

    /// Returns ranges of margins with the share of logged texts in each range.
    func strata() async throws -> MarginStrata {
        MarginStrata(try await store.snapshot { try $0.sampledMargins(LogLearning.sampledMargins) })
    }

    private func flips(_ contest: PairedPipelines) async throws -> [RetrainingReport.ChangedPrediction] {
        struct Change: Hashable {
            let from: Category
            let to: Category
        }
        var counts: [Change: Int] = [:]
        for entry in try await store.entries(newest: Self.replayed) {
            try willRun(.measuring)
            let answers = contest.answers(to: entry.log.text)
            if answers.0 != answers.1 { counts[Change(from: answers.0, to: answers.1), default: 0] += 1 }
        }
        return counts.map {
            RetrainingReport.ChangedPrediction(from: $0.key.from, to: $0.key.to, texts: $0.value)
        }
        .sorted { ($1.texts, $0.from, $0.to) < ($0.texts, $1.from, $1.to) }
    }
}
