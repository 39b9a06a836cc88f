public import IlkPipeline
public import IlkVocabulary

/// The thresholds that keep a promise, with what they were found for: another model or other rules have others.
public struct PromisedThresholds: Sendable, Hashable, Codable {
    /// What may be accepted of the answers of one category, or of all.
    public struct Answers: Sendable, Hashable, Codable {
        /// The category whose answers these are; nil for those of all.
        public var category: Category?
        /// Answers of at least this probability are accepted; nil when none is, for the promise cannot be kept.
        public var threshold: Double?
        /// What came of looking for it.
        public var outcome: ErrorPromise.Outcome
        /// How many held-back answers there were.
        public var rows: Int
        /// How many of them are accepted.
        public var accepted: Int
        /// How many of those are wrong.
        public var errors: Int

        /// The answers that a promise is about.
        init(category: Category?, _ promise: ErrorPromise) {
            self.category = category
            threshold = promise.outcome == .kept ? promise.threshold : nil
            outcome = promise.outcome
            rows = promise.rows
            accepted = promise.accepted
            errors = promise.errors
        }
    }

    /// The share of accepted answers that may be wrong, above 0 and below 1.
    public var maxError: Double
    /// The classifier that was measured: `rules`, `bayes`, `linear` or `fused`.
    public var classifier: String
    /// The SHA-256 of its model, or nil.
    public var model: String?
    /// The SHA-256 of its rules, or nil.
    public var rules: String?
    /// The answers of all categories together, or of each.
    public var answers: [Answers]

    /// The thresholds of promises.
    ///
    /// - Parameters:
    ///   - promises: What was found for the answers of all categories, under nil, or of each.
    ///   - maxError: The share that was promised.
    ///   - provenance: What was measured.
    public init(
        _ promises: [(category: Category?, promise: ErrorPromise)], maxError: Double,
        of provenance: Provenance
    ) {
        self.maxError = maxError
        classifier = provenance.classifier
        model = provenance.modelDigest
        rules = provenance.ruleSetDigest
        answers = promises.map { Answers(category: $0.category, $0.promise) }
    }

    /// Whether they were found for what makes such verdicts.
    public func hold(for provenance: Provenance) -> Bool {
        classifier == provenance.classifier && model == provenance.modelDigest
            && rules == provenance.ruleSetDigest
    }

    /// The thresholds. A category that nothing was found for is never claimed.
    public var thresholds: ClaimThresholds {
        var result = ClaimThresholds(ClaimThresholds.never)
        for answer in answers {
            let threshold = answer.threshold ?? ClaimThresholds.never
            if let category = answer.category {
                result.byCategory[category] = threshold
            } else {
                result.common = threshold
            }
        }
        return result
    }
}
