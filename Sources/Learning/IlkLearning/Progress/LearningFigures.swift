package import IlkVocabulary

/// The figures of a log's corrections: the accuracy over time, by label, by version and by author.
public struct LearningFigures: Sendable, Hashable {
    /// The corrections by one author.
    public struct Author: Sendable, Hashable {
        /// The name of the author. Corrections without an author are listed under their source.
        public var name: String
        /// The counts of predictions for the texts that the author reviewed. A prediction is correct if the
        /// author confirmed it.
        public var predictions: TallyBySelection
    }

    /// The counts of predictions for all reviewed texts, separately for audits and chosen texts.
    public let total: TallyBySelection
    /// The time of the first and of the last text, in seconds since 1970-01-01T00:00:00Z, or `nil` without
    /// texts.
    public let times: ClosedRange<Double>?
    /// The accuracy on the random audit sample over time.
    public let audits: AccuracyOverTime
    /// The accuracy over time on chosen texts, which the review queue or a person selected for review.
    public let chosen: AccuracyOverTime
    /// The figures of each label.
    public let labels: LabelTallies
    /// The authors, in descending order of their number of texts.
    public let authors: [Author]
    /// The periods in which the versions of the model were active.
    public let versions: VersionTimeline
    /// The calibration of the predictions and their risk-coverage curve, or `nil` without probabilities.
    public let confidence: ConfidenceFigures?

    /// Calculates the figures.
    ///
    /// - Parameters:
    ///   - texts: The texts, in any order. Texts of the same time keep their order.
    ///   - taxonomy: The labels.
    ///   - versions: The versions of the model, without predictions.
    ///   - period: The period of the report, in seconds since 1970-01-01T00:00:00Z. Versions outside the
    ///     period are left out.
    /// - Complexity: O(*n* log *n*) in the number of texts.
    package init(
        _ texts: [ReviewedText], taxonomy: Taxonomy, versions: VersionTimeline, period: ClosedRange<Double>
    ) {
        let texts = texts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        var total = TallyBySelection()
        var authors: [String: TallyBySelection] = [:]
        var versions = versions.overlapping(period)
        for text in texts {
            total.add(text)
            authors[text.author, default: TallyBySelection()].add(text)
            versions.add(text)
        }
        self.total = total
        times = texts.first.map { first in first.time...(texts.last ?? first).time }
        audits = AccuracyOverTime(texts.filter(\.isAudit))
        chosen = AccuracyOverTime(texts.filter { !$0.isAudit })
        labels = LabelTallies(texts, taxonomy: taxonomy)
        self.authors = authors.map { Author(name: $0.key, predictions: $0.value) }
            .sorted { ($1.predictions.texts, $0.name) < ($0.predictions.texts, $1.name) }
        self.versions = versions
        confidence = taxonomy.isMultilabel ? nil : ConfidenceFigures(texts)
    }

    /// `true` if there are enough audits to state the accuracy on all texts.
    public var hasEnoughAudits: Bool { total.audits.texts >= DriftTest.fewestTexts }
}
