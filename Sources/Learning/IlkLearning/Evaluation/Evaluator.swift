public import IlkPipeline
import IlkText
public import IlkVocabulary

/// Measures pipelines on labelled texts.
public struct Evaluator: Sendable {
    /// An evaluator.
    public init() {}

    /// What a pipeline says of labelled texts. Texts of categories that the pipeline does not have are left out.
    ///
    /// - Throws: `PipelineError` when ICU is not to be had.
    public func evaluate(
        _ pipeline: Pipeline, on texts: [LabelledText], progress: (Int) throws -> Void = { _ in }
    ) throws -> Evaluation {
        let session = try pipeline.makeSession()
        var evaluation = Evaluation(taxonomy: pipeline.taxonomy)
        for (index, text) in texts.enumerated() {
            let verdict = session.classify(text.text)
            let letters = session.analysis.bytes.withUnsafeBufferPointer { ScriptHistogram(utf8: $0) }
            evaluation.add(
                verdict, actual: text.category, words: session.analysis.features.wordCount,
                script: letters.dominant?.code)
            if index % 256 == 255 { try progress(index + 1) }
        }
        return evaluation
    }
}
