import IlkLog
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Compares a new model with the active one.
extension Retraining {
    /// Compares both pipelines on the audit sample, the held-out corrections and the regression set, in this
    /// order.
    func measure(
        _ model: BayesModel, _ rules: RuleSet?, _ words: Corrections, into report: inout RetrainingReport
    ) async throws {
        let current = try assembly.pipeline()
        let next = assembly.pipeline(by: try assembly.classifier(rules, model))
        let contest = try PipelineComparison(current, next)
        var samples = [
            contest.sample(GateSample.auditSample, words.audits.map(\.labeledText)),
            contest.sample(GateSample.heldOut, words.heldOut.map(\.labeledText)),
        ]
        if model.taxonomy == .documentType {
            let texts = LabeledTextFile(BuiltIn.regressionSet()).texts
            samples.append(contest.sample(GateSample.regressionSet, texts))
        }
        if let own = try regression {
            samples.append(contest.sample(GateSample.ownRegressionSet, own.texts))
        }
        report.gate = RetrainingGate(samples.filter { $0.comparison.texts > 0 })
        report.onLearned = contest.sample("learned", words.learned.map(\.labeledText)).comparison
        report.changedPredictions = try await flips(contest)
        if !report.gate.isPassed { report.suspectedAuthor = RetrainingReport.SuspectedAuthor(in: words) }
    }

    private func flips(_ contest: PipelineComparison) async throws -> [RetrainingReport.ChangedPrediction] {
        struct Change: Hashable {
            let from: Category
            let to: Category
        }
        var counts: [Change: Int] = [:]
        for entry in try await store.entries(newest: Self.replayed) {
            let answers = contest.answers(to: entry.log.text)
            if answers.0 != answers.1 { counts[Change(from: answers.0, to: answers.1), default: 0] += 1 }
        }
        return counts.map {
            RetrainingReport.ChangedPrediction(from: $0.key.from, to: $0.key.to, texts: $0.value)
        }
        .sorted { ($1.texts, $0.from, $0.to) < ($0.texts, $1.from, $1.to) }
    }
}
