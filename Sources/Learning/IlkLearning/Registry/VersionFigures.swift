import IlkVocabulary

/// The evaluation figures of a model version, as shown on the version's card.
public struct VersionFigures: Sendable, Hashable, Codable {
    /// The accuracy on texts with a length in one range.
    public struct Length: Sendable, Hashable, Codable {
        /// The name of the range of lengths, such as `3-5 words`.
        public var name: String
        /// The number of texts.
        public var texts: Int
        /// The share of correct predictions, 0 ... 1.
        public var accuracy: Double
    }

    /// The F1 of one label.
    public struct Label: Sendable, Hashable, Codable {
        /// The label.
        public var category: String
        /// The number of texts with this label.
        public var texts: Int
        /// The F1 of the label, 0 to 1.
        public var f1: Double
    }

    /// The maximum number of labels with figures.
    static let mostLabels = 50

    /// The classifier: `rules`, `bayes`, `linear` or `fused`.
    public var classifier: String
    /// The number of texts.
    public var texts: Int
    /// The share of correct predictions, 0 ... 1.
    public var accuracy: Double
    /// The mean F1 over the categories with at least one text, 0 ... 1.
    public var macroF1: Double
    /// The debiased expected calibration error, 0 ... 1 (``Calibration/debiasedError``).
    public var calibrationError: Double
    /// The accuracy by length, the shortest first. Lengths without texts are omitted.
    public var byLength: [Length]
    /// The F1 of each label with texts, in the order of the taxonomy, at most 50. It is `nil` in manifests of
    /// earlier releases.
    public var byLabel: [Label]?

    /// Selects the figures that a card shows from an evaluation report.
    ///
    /// - Parameter report: The evaluation report.
    public init(_ report: EvaluationReport) {
        classifier = report.classifier
        texts = report.texts
        accuracy = report.accuracy
        macroF1 = report.macroF1
        calibrationError = report.calibration.debiasedError
        byLength = report.byLength.compactMap { group in
            group.accuracy.map { Length(name: group.name, texts: group.texts, accuracy: $0) }
        }
        byLabel = report.categories.filter { $0.support > 0 }.prefix(Self.mostLabels).map {
            Label(category: $0.category.rawValue, texts: $0.support, f1: $0.f1)
        }
    }
}
