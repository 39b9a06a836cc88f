import IlkLearning
import IlkLog
import IlkVocabulary

/// Evaluates two versions on corrected texts. The results are the evidence for the promotion decision.
struct CorrectionJudges {
    private let ages: [ContentDigest: Int]

    /// Selects the corrections that count as evidence.
    ///
    /// An author who corrects only wrong predictions, or whose corrections are wrong, makes every other
    /// version look better than the active version. The corrections of such an author are used for training
    /// but not for the decision.
    ///
    /// - Parameters:
    ///   - corrections: All corrections. The age of a correction is the number of later corrections.
    ///   - suspect: The author whose corrections do not count as evidence, or `nil`.
    init(_ corrections: [CorrectedText], without suspect: RetrainingReport.SuspectedAuthor?) {
        ages = Corrections.ages(of: corrections.filter { $0.authorOrSource != suspect?.name })
    }

    /// Returns `true` if a correction counts as evidence.
    func include(_ correction: CorrectedText) -> Bool { ages[correction.digest] != nil }

    /// Returns the given results for a corrected text, or `nil` if the correction does not count as evidence.
    func answer(
        to correction: CorrectedText, in sample: String, activeIsCorrect: Bool, candidateIsCorrect: Bool
    ) -> GateText? {
        ages[correction.digest].map {
            GateText(
                sample: sample, activeIsCorrect: activeIsCorrect, candidateIsCorrect: candidateIsCorrect,
                margin: correction.margin, age: $0)
        }
    }

    /// Classifies the corrected texts with two pipelines, and returns the results for corrections that count
    /// as evidence.
    func answers(
        to corrections: [CorrectedText], in sample: String, by contest: PairedPipelines
    ) -> [GateText] {
        corrections.compactMap { correction in
            ages[correction.digest].map {
                contest.test(correction.labeledText, in: sample, margin: correction.margin, age: $0)
            }
        }
    }
}
