import IlkLearning
import IlkLog
import IlkVocabulary

/// Converts the answers to corrections into evidence for the promotion decision.
struct CorrectionJudges {
    private let ages: [ContentDigest: Int]

    /// Creates the evidence of corrections.
    ///
    /// An author who corrects only wrong answers, or corrects wrongly, makes every other version look better.
    /// The labels of such an author are used for training but not for the decision.
    ///
    /// - Parameters:
    ///   - words: All corrections, to determine the age of each correction.
    ///   - suspect: The author whose corrections do not count as evidence, or `nil`.
    init(_ words: [CorrectedText], without suspect: RetrainingReport.SuspectedAuthor?) {
        ages = Corrections.ages(of: words.filter { $0.authorOrSource != suspect?.name })
    }

    /// Returns `true` if a correction counts as evidence.
    func include(_ word: CorrectedText) -> Bool { ages[word.digest] != nil }

    /// Returns the answers to a correction, or `nil` if it does not count as evidence.
    func answer(
        to word: CorrectedText, in sample: String, activeIsCorrect: Bool, candidateIsCorrect: Bool
    ) -> GateText? {
        ages[word.digest].map {
            GateText(
                sample: sample, activeIsCorrect: activeIsCorrect, candidateIsCorrect: candidateIsCorrect,
                margin: word.margin, age: $0)
        }
    }

    /// Returns the answers of two pipelines to the corrections that count as evidence.
    func answers(
        to words: [CorrectedText], in sample: String, by contest: PairedPipelines
    ) -> [GateText] {
        words.compactMap { word in
            ages[word.digest].map {
                contest.test(word.labeledText, in: sample, margin: word.margin, age: $0)
            }
        }
    }
}
