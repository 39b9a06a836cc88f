package import IlkVocabulary

/// The working memory that classifies texts by the rules alone and by the model alone, like pipelines that
/// have only one of the two. Not thread-safe.
package final class ComponentSession {
    /// The verdicts on one text. The verdict of a part that the pipeline does not have is `nil`.
    package struct Verdicts: Sendable {
        package var rules: Verdict?
        package var model: Verdict?

        /// The verdicts with the names of their parts in output.
        package var named: [(name: String, verdict: Verdict)] {
            [("rules", rules), ("model", model)].compactMap { name, verdict in verdict.map { (name, $0) } }
        }
    }

    private let rules: PipelineSession?
    private let model: PipelineSession?

    /// Creates a session with the thresholds and the default label of a pipeline. Human corrections are not
    /// used.
    package init(_ pipeline: Pipeline) {
        func session(_ part: (any TextClassifier)?) -> PipelineSession? {
            guard let part else { return nil }
            return try? Pipeline(  // Only fails without ICU, and then the pipeline has no session either.
                classifier: part, threshold: pipeline.thresholds, defaultLabel: pipeline.defaultLabel
            ).makeSession()
        }
        rules = session(pipeline.classifier.components.rules)
        model = session(pipeline.classifier.components.model)
    }

    /// Classifies a text in UTF-8 by each part.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package func classify(_ bytes: UnsafeBufferPointer<UInt8>) -> Verdicts {
        Verdicts(rules: rules?.classify(bytes), model: model?.classify(bytes))
    }
}
