public import IlkLearning
import IlkVocabulary

/// The drift of a log's texts, over time and relative to the training texts.
public struct LogDriftReport: Sendable, Hashable, Codable {
    /// A time window of the log.
    public struct Window: Sendable, Hashable, Codable {
        /// The start, in seconds since 1970.
        public var start: Double
        /// The end, in seconds since 1970.
        public var end: Double
        /// The figures of the texts in the time window.
        public var figures: DriftFigures
    }

    /// The figures of the training texts. The out-of-vocabulary rate and the abstentions are measured on the
    /// built-in regression set instead.
    public var training: DriftFigures
    /// The time windows, newest first.
    public var windows: [Window]
    /// The findings of the comparison between the newest window and the training texts.
    public var againstTraining: [DriftFinding] = []
    /// The findings of the comparison between the newest window and the earlier windows. Empty if there are
    /// no earlier windows.
    public var againstBefore: [DriftFinding] = []

    /// `true` if any figure has drifted.
    public var hasDrifted: Bool { (againstTraining + againstBefore).contains(where: \.hasMoved) }

    mutating func judge(_ taxonomy: Taxonomy) {
        guard let newest = windows.first else { return }
        let test = DriftTest(taxonomy)
        againstTraining = test.findings(newest.figures, against: training)
        guard windows.count > 1 else { return }
        var before = DriftFigures()
        for window in windows.dropFirst() { before.merge(window.figures) }
        // Calibration is a comparison with the predicted probabilities, not with another period, so it is
        // reported only once.
        againstBefore = test.findings(newest.figures, against: before).filter { $0.watched != .calibration }
    }
}

extension LogDriftReport {
    /// The findings as sentences.
    public var statements: [String] {
        guard let newest = windows.first else { return ["the log is empty"] }
        guard newest.figures.texts >= DriftTest.fewestTexts else {
            let count = newest.figures.texts == 1 ? "one entry is" : "\(newest.figures.texts) entries are"
            return ["\(count) too few to test the newest period"]
        }
        let training = againstTraining.filter(\.hasMoved).map { Self.statement($0, "the training texts") }
        let before = againstBefore.filter(\.hasMoved).map { Self.statement($0, "the period before") }
        if training.isEmpty, before.isEmpty { return ["no drift"] }
        var lines = training + before
        if againstTraining.contains(where: { $0.hasMoved && $0.watched == .calibration }),
            !newest.figures.calibration.isRandom
        {
            lines.append(
                "these are the corrected entries, not a random sample of the log")
        }
        return lines
    }

    private static func statement(_ finding: DriftFinding, _ reference: String) -> String {
        let before = percent(finding.before)
        let now = percent(finding.now)
        switch finding.watched {
        case .label(let category):
            return "\(category) is \(now) of the newest entries, \(before) of \(reference)"
        case .outOfVocabularyRate:
            return "out-of-vocabulary rate \(now), \(before) in \(Self.unseen(reference))"
        case .abstention:
            return "abstained on \(now) of the entries, \(before) in \(Self.unseen(reference))"
        case .calibration:
            let points = percent(abs(finding.now)).replacing(" %", with: " points")
            return "probabilities are \(points) too \(finding.now < 0 ? "high" : "low")"
        }
    }

    /// Returns the name of the reference for the out-of-vocabulary rate and the abstentions. The training
    /// texts are too familiar to the model, so these figures are compared with the regression set instead.
    private static func unseen(_ reference: String) -> String {
        reference == "the training texts" ? "the regression set" : reference
    }

    /// Formats a share with one decimal: `12.3 %`.
    static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) %"
    }
}
