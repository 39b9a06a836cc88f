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
                firstIsRight: Self.isRight(verdicts.0, text), secondIsRight: Self.isRight(verdicts.1, text))
            sample.shift?.add(Self.probability(of: text, verdicts.1) - Self.probability(of: text, verdicts.0))
        }
    }

    /// A text of a multi-label taxonomy is right if exactly its labels are predicted.
    private static func isRight(_ verdict: Verdict, _ text: LabeledText) -> Bool {
        guard let found = verdict.categories else { return verdict.category == text.category }
        return Set(found) == Set(text.categories)
    }

    /// Returns the probability of the label. In a multi-label taxonomy, the mean probability of the right decision on
    /// each label.
    private static func probability(of text: LabeledText, _ verdict: Verdict) -> Double {
        guard verdict.taxonomy.isMultilabel else {
            return verdict.taxonomy.index(of: text.category).map { verdict.probabilities[$0] } ?? 0
        }
        let labels = Set(text.categories)
        let sum = zip(verdict.taxonomy.categories, verdict.probabilities).reduce(0.0) {
            $0 + (labels.contains($1.0) ? $1.1 : 1 - $1.1)
        }
        return sum / Double(verdict.taxonomy.count)
    }
}
