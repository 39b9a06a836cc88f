public import IlkPipeline
import IlkText
public import IlkVocabulary

/// Evaluates pipelines on labeled texts.
public struct Evaluator: Sendable {
    /// Creates an evaluator.
    public init() {}

    /// Classifies labeled texts. Texts whose label is not in the pipeline's taxonomy are ignored.
    ///
    /// - Parameters:
    ///   - pipeline: The pipeline.
    ///   - texts: The labeled texts.
    ///   - progress: Called after every 256 texts with the number of texts done. An error thrown here ends
    ///     the evaluation.
    /// - Returns: The outcomes.
    /// - Throws: `PipelineError` if ICU is not available, and the errors of `progress`.
    /// - Complexity: O(*n*) in the total length of the texts.
    public func evaluate(
        _ pipeline: Pipeline, on texts: [LabeledText], progress: (Int) throws -> Void = { _ in }
    ) throws -> Evaluation {
        let session = try pipeline.makeSession()
        var evaluation = Evaluation(taxonomy: pipeline.taxonomy)
        for (index, text) in texts.enumerated() {
            let verdict = session.classify(text.text)
            let letters = session.analysis.bytes.withUnsafeBufferPointer { ScriptHistogram(utf8: $0) }
            let (words, script) = (session.analysis.features.wordCount, letters.dominant?.code)
            if pipeline.taxonomy.isMultilabel {
                evaluation.add(verdict, actual: text.categories, words: words, script: script)
            } else {
                evaluation.add(
                    verdict, actual: text.category, words: words, script: script, source: text.source)
            }
            if index % 256 == 255 { try progress(index + 1) }
        }
        return evaluation
    }
}
