import IlkLearning
import IlkPipeline
import IlkVocabulary

/// Two pipelines that answer the same texts: the active version and another one.
struct PairedPipelines {
    private let current: PipelineSession
    private let next: PipelineSession

    init(_ current: Pipeline, _ next: Pipeline) throws {
        self.current = try current.makeSession()
        self.next = try next.makeSession()
    }

    func answers(to text: String) -> (Category, Category) {
        (current.classify(text).category, next.classify(text).category)
    }

    /// Returns the comparison on texts.
    func comparison(on texts: [LabeledText]) -> PairedComparison {
        texts.reduce(into: PairedComparison()) { comparison, text in
            let answers = test(text, in: "")
            comparison.add(firstIsRight: answers.activeIsCorrect, secondIsRight: answers.candidateIsCorrect)
        }
    }

    /// Returns `true` if the first pipeline predicts the human label of a text.
    func isActiveRight(_ text: LabeledText) -> Bool { Self.isRight(current.classify(text.text), text) }

    /// Returns the answers to a text, with the first pipeline as the active version.
    ///
    /// - Parameters:
    ///   - text: The text with its human label.
    ///   - sample: The name of the sample that the text belongs to.
    ///   - margin: The margin with which the text was logged, or `nil` if unknown.
    ///   - age: The number of later corrections.
    func test(_ text: LabeledText, in sample: String, margin: Double? = nil, age: Int = 0) -> GateText {
        GateText(
            sample: sample, activeIsCorrect: isActiveRight(text),
            candidateIsCorrect: Self.isRight(next.classify(text.text), text), margin: margin, age: age)
    }

    /// A prediction for a text of a multi-label taxonomy is right if it has exactly the text's labels.
    private static func isRight(_ verdict: Verdict, _ text: LabeledText) -> Bool {
        guard let found = verdict.categories else { return verdict.category == text.category }
        return Set(found) == Set(text.categories)
    }
}
