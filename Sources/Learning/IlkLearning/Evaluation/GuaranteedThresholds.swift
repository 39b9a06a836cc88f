public import IlkPipeline
public import IlkVocabulary

/// Thresholds with a guaranteed error rate, and the classifier for which they were computed. The thresholds
/// are not valid for another model or other rules.
public struct GuaranteedThresholds: Sendable, Hashable, Codable {
    /// The threshold for the predictions of one category, or of all categories.
    public struct Answers: Sendable, Hashable, Codable {
        /// The predicted category, or `nil` for all categories together.
        public var category: Category?
        /// The lowest accepted probability, or `nil` if no threshold guarantees the error rate.
        public var threshold: Double?
        /// The result of the search for the threshold.
        public var outcome: ErrorRateGuarantee.Outcome
        /// The texts for which the error rate is guaranteed. It is `nil` in files that an earlier release
        /// wrote.
        public var scope: ErrorRateGuarantee.Scope?
        /// The number of sources with enough predictions, or `nil` if the sources are unknown.
        public var sources: Int?
        /// The number of held-out predictions.
        public var rows: Int
        /// The number of accepted predictions.
        public var accepted: Int
        /// The number of errors among the accepted predictions.
        public var errors: Int

        init(category: Category?, _ guarantee: ErrorRateGuarantee) {
            self.category = category
            threshold = guarantee.outcome == .guaranteed ? guarantee.threshold : nil
            outcome = guarantee.outcome
            scope = guarantee.scope
            sources = guarantee.sources
            rows = guarantee.rows
            accepted = guarantee.accepted
            errors = guarantee.errors
        }
    }

    /// The highest permitted share of errors among accepted predictions, above 0 and below 1.
    public var maxError: Double
    /// The evaluated classifier: `rules`, `bayes`, `linear` or `fused`.
    public var classifier: String
    /// The SHA-256 of the evaluated classifier's model, or `nil` if it has no model.
    public var model: String?
    /// The SHA-256 of the evaluated classifier's rules, or `nil` if it has no rules.
    public var rules: String?
    /// The thresholds: one element for all categories together, or one element for each category.
    public var answers: [Answers]

    /// Creates thresholds from the results of the searches.
    ///
    /// - Parameters:
    ///   - guarantees: One result for all categories, with a `nil` category, or one for each category.
    ///   - maxError: The highest permitted share of errors among accepted predictions, above 0 and below 1.
    ///   - provenance: The provenance of the evaluated verdicts.
    public init(
        _ guarantees: [(category: Category?, guarantee: ErrorRateGuarantee)], maxError: Double,
        of provenance: Provenance
    ) {
        self.maxError = maxError
        classifier = provenance.classifier
        model = provenance.modelDigest
        rules = provenance.ruleSetDigest
        answers = guarantees.map { Answers(category: $0.category, $0.guarantee) }
    }

    /// Returns `true` if the thresholds were computed for this classifier, model and rules.
    ///
    /// - Parameter provenance: The provenance of a verdict.
    public func isValid(for provenance: Provenance) -> Bool {
        classifier == provenance.classifier && model == provenance.modelDigest
            && rules == provenance.ruleSetDigest
    }

    /// The thresholds in the form that a pipeline uses. A category without a threshold is never predicted.
    public var thresholds: PredictionThresholds {
        var result = PredictionThresholds(PredictionThresholds.disabled)
        for answer in answers {
            let threshold = answer.threshold ?? PredictionThresholds.disabled
            if let category = answer.category {
                result.byCategory[category] = threshold
            } else {
                result.defaultThreshold = threshold
            }
        }
        return result
    }
}
