import IlkLearning
import IlkPipeline
import IlkVocabulary

/// Compares two pipelines on the same texts.
struct PipelineComparison {
    private let current: PipelineSession
    private let next: PipelineSession

    init(_ current: Pipeline, _ next: Pipeline) throws {
        self.current = try current.makeSession()
        self.next = try next.makeSession()
    }

    func answers(to text: String) -> (Category, Category) {
        (current.classify(text).category, next.classify(text).category)
    }

    func sample(_ name: String, _ texts: [LabeledText]) -> GateSample {
        var sample = GateSample(name: name, comparison: PairedComparison(), shift: MeanOfTexts())
        add(texts, to: &sample)
        return sample
    }

    func add(_ texts: [LabeledText], to sample: inout GateSample) {
        for text in texts {
            let verdicts = (current.classify(text.text), next.classify(text.text))
            sample.comparison.add(
                firstIsRight: verdicts.0.category == text.category,
                secondIsRight: verdicts.1.category == text.category)
            let probability = Self.probability(of: text.category, verdicts.0)
            sample.shift?.add(Self.probability(of: text.category, verdicts.1) - probability)
        }
    }

    private static func probability(of category: Category, _ verdict: Verdict) -> Double {
        verdict.taxonomy.index(of: category).map { verdict.probabilities[$0] } ?? 0
    }
}
