package import IlkVocabulary

/// Classifies each text twice: once with only the rules of a pipeline, and once with only the model of the
/// pipeline. Not thread-safe.
package final class ComponentSession {
    /// The two verdicts on one text. If the pipeline has no rules or no model, the corresponding verdict is
    /// `nil`.
    package struct Verdicts: Sendable {
        package var rules: Verdict?
        package var model: Verdict?

        /// The verdicts that are not `nil`, each with its name in output: `rules` or `model`.
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
            return try? Pipeline(  // Fails only without ICU. Then the pipeline has no session either.
                classifier: part, threshold: pipeline.thresholds, defaultLabel: pipeline.defaultLabel
            ).makeSession()
        }
        rules = session(pipeline.classifier.components.rules)
        model = session(pipeline.classifier.components.model)
    }

    /// Classifies a text in UTF-8 with the rules and with the model.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package func classify(_ bytes: UnsafeBufferPointer<UInt8>) -> Verdicts {
        Verdicts(rules: rules?.classify(bytes), model: model?.classify(bytes))
    }
}
