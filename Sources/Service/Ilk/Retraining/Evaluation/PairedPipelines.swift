import IlkLearning
import IlkPipeline
import IlkVocabulary

/// Two pipelines that classify the same texts: first the active version, then the version to compare it with.
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

    /// Compares the predictions of both pipelines with the human labels of texts.
    func comparison(on texts: [LabeledText]) -> PairedComparison {
        texts.reduce(into: PairedComparison()) { comparison, text in
            let answers = test(text, in: "")
            comparison.add(firstIsRight: answers.activeIsCorrect, secondIsRight: answers.candidateIsCorrect)
        }
    }

    /// Returns `true` if the first pipeline predicts the human label of a text.
    func isActiveRight(_ text: LabeledText) -> Bool { Self.isRight(current.classify(text.text), text) }

    /// Classifies a text with both pipelines, and returns which of the two predictions are correct.
    ///
    /// - Parameters:
    ///   - text: The text with its human label.
    ///   - sample: The name of the sample that the text belongs to.
    ///   - margin: The margin between the two most probable labels when the text was logged, or `nil` if
    ///     unknown.
    ///   - age: The number of later corrections.
    func test(_ text: LabeledText, in sample: String, margin: Double? = nil, age: Int = 0) -> GateText {
        GateText(
            sample: sample, activeIsCorrect: isActiveRight(text),
            candidateIsCorrect: Self.isRight(next.classify(text.text), text), margin: margin, age: age)
    }

    /// Returns `true` if a verdict is correct. In a multi-label taxonomy, it must predict exactly the labels
    /// of the text.
    private static func isRight(_ verdict: Verdict, _ text: LabeledText) -> Bool {
        guard let found = verdict.categories else { return verdict.category == text.category }
        return Set(found) == Set(text.categories)
    }
}
