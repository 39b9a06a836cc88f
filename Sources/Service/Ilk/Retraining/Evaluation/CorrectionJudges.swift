import IlkLearning
import IlkLog
import IlkVocabulary

/// Makes the answers to corrections evidence for the gate.
struct CorrectionJudges {
    private let ages: [ContentDigest: Int]

    /// Creates the evidence of corrections.
    ///
    /// An author who corrects only wrong answers, or corrects wrongly, makes every other version look better.
    /// The labels of such an author are learned but decide nothing.
    ///
    /// - Parameters:
    ///   - words: All corrections, which determine the age of each.
    ///   - suspect: The author whose corrections are no evidence, or `nil`.
    init(_ words: [CorrectedText], without suspect: RetrainingReport.SuspectedAuthor?) {
        ages = Corrections.ages(of: words.filter { $0.authorOrSource != suspect?.name })
    }

    /// Returns `true` if a correction is evidence.
    func include(_ word: CorrectedText) -> Bool { ages[word.digest] != nil }

    /// Returns the answers to a correction, or `nil` if it is no evidence.
    func answer(
        to word: CorrectedText, in sample: String, activeIsCorrect: Bool, candidateIsCorrect: Bool
    ) -> GateText? {
        ages[word.digest].map {
            GateText(
                sample: sample, activeIsCorrect: activeIsCorrect, candidateIsCorrect: candidateIsCorrect,
                margin: word.margin, age: $0)
        }
    }

    /// Returns the answers of two pipelines to those of some corrections that are evidence.
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
