import IlkFiles
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
    ///   - threads: The maximum number of threads. The outcomes do not depend on the number of threads.
    ///   - progress: Called after each block of texts with the number of texts classified so far. An error
    ///     thrown here ends the evaluation.
    /// - Returns: The outcomes.
    /// - Throws: `PipelineError` if ICU is not available, and the errors of `progress`.
    /// - Complexity: O(*n*) in the total length of the texts, divided among the threads.
    public func evaluate(
        _ pipeline: Pipeline, on texts: [LabeledText], threads: Int = 1,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> Evaluation {
        var evaluation = Evaluation(taxonomy: pipeline.taxonomy)
        try OrderedBatches.forEachBlock(of: texts.count, threads: threads) {
            let session = try pipeline.makeSession()
            return { block in
                var part = Evaluation(taxonomy: pipeline.taxonomy)
                for text in texts[block] { Self.add(text, by: session, to: &part) }
                return part
            }
        } receive: { block, part in
            evaluation.merge(part)
            try progress(block.upperBound)
        }
        return evaluation
    }

    private static func add(
        _ text: LabeledText, by session: PipelineSession, to evaluation: inout Evaluation
    ) {
        let verdict = session.classify(text.text)
        let letters = session.analysis.bytes.withUnsafeBufferPointer { ScriptHistogram(utf8: $0) }
        let (words, script) = (session.analysis.features.wordCount, letters.dominant?.code)
        if evaluation.isMultilabel {
            evaluation.add(verdict, actual: text.categories, words: words, script: script)
        } else {
            evaluation.add(
                verdict, actual: text.category, words: words, script: script, source: text.source)
        }
    }
}
