public import IlkLearning
public import IlkVocabulary

/// The effect of a log's corrections on the model.
public struct LearningReport: Sendable {
    /// The taxonomy of the log, which may be multi-label.
    public var taxonomy: Taxonomy
    /// The figures measured on the corrected texts.
    public var figures: LearningFigures
    /// The number of texts to which authors gave different labels. The latest label counts.
    public var disputed: Int
    /// The agreement of the authors who labeled the same texts.
    public var agreements: [ReviewerAgreement]
    /// The number of corrected texts that do not count, because their authors are ignored or their labels
    /// were retired.
    public var uncounted: Int
    /// The names of ignored authors and sources.
    public var ignored: [String]
    /// The author whose corrections differ from the predictions significantly more often than those of the
    /// other authors, or `nil` if there is no such author. Audits are left out.
    public var suspectedAuthor: RetrainingReport.SuspectedAuthor?
    /// The drift of the log, or `nil` if texts can have several labels.
    public var drift: LogDriftReport?

    package init(
        taxonomy: Taxonomy, figures: LearningFigures, disputed: Int = 0,
        agreements: [ReviewerAgreement] = [], uncounted: Int = 0,
        ignored: [String] = [], suspectedAuthor: RetrainingReport.SuspectedAuthor? = nil,
        drift: LogDriftReport? = nil
    ) {
        self.taxonomy = taxonomy
        self.figures = figures
        self.disputed = disputed
        self.agreements = agreements
        self.uncounted = uncounted
        self.ignored = ignored
        self.suspectedAuthor = suspectedAuthor
        self.drift = drift
    }
}
