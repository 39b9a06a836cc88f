/// What a model version is right about, in the figures that its card shows.
public struct VersionFigures: Sendable, Hashable, Codable {
    /// The texts of one length.
    public struct Length: Sendable, Hashable, Codable {
        /// Which texts, as `3-5 words`.
        public var name: String
        /// How many there are.
        public var texts: Int
        /// The share that was right, 0 ... 1.
        public var accuracy: Double
    }

    /// What decided: `rules`, `bayes`, `linear` or `fused`.
    public var classifier: String
    /// How many texts were measured.
    public var texts: Int
    /// The share that was right, 0 ... 1.
    public var accuracy: Double
    /// The mean F1 over the categories that occur, 0 ... 1.
    public var macroF1: Double
    /// How far stated probabilities are from the share that was right, less what so few texts have by chance: 0 ... 1.
    public var calibrationError: Double
    /// By length, the shortest first; only lengths that occur.
    public var byLength: [Length]

    /// The figures of a report that a card shows.
    public init(_ report: EvaluationReport) {
        classifier = report.classifier
        texts = report.texts
        accuracy = report.accuracy
        macroF1 = report.macroF1
        calibrationError = report.calibration.correctedError
        byLength = report.byLength.compactMap { group in
            group.accuracy.map { Length(name: group.name, texts: group.texts, accuracy: $0) }
        }
    }
}
