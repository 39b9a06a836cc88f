public import IlkLearning
import IlkVocabulary

/// How the texts of a log have moved, over time and against those that the model was made of.
public struct LogDriftReport: Sendable, Hashable, Codable {
    /// A stretch of time.
    public struct Window: Sendable, Hashable, Codable {
        /// When it begins, in seconds since 1970.
        public var start: Double
        /// When it ends.
        public var end: Double
        /// What was measured of its texts.
        public var figures: DriftFigures
    }

    /// What the model was made of; its unknown words and abstentions are those of the frozen texts in the program.
    public var training: DriftFigures
    /// The stretches of time, the newest first.
    public var windows: [Window]
    /// The newest against what the model was made of.
    public var againstTraining: [DriftFinding] = []
    /// The newest against those before it; empty when there is none.
    public var againstBefore: [DriftFinding] = []

    /// Whether anything has moved.
    public var hasMoved: Bool { (againstTraining + againstBefore).contains(where: \.hasMoved) }

    mutating func judge(_ taxonomy: Taxonomy) {
        guard let newest = windows.first else { return }
        let test = DriftTest(taxonomy)
        againstTraining = test.findings(newest.figures, against: training)
        guard windows.count > 1 else { return }
        var before = DriftFigures()
        for window in windows.dropFirst() { before.merge(window.figures) }
        // Calibration is held against the stated probabilities, not against another time: it is said once.
        againstBefore = test.findings(newest.figures, against: before).filter { $0.watched != .calibration }
    }
}

extension LogDriftReport {
    /// What is to be said, in plain sentences.
    public var statements: [String] {
        guard let newest = windows.first else { return ["the log is empty: there is nothing to watch yet"] }
        guard newest.figures.texts >= DriftTest.fewestTexts else {
            let count = newest.figures.texts == 1 ? "one entry is" : "\(newest.figures.texts) entries are"
            return ["\(count) too little to say anything of the newest stretch of time"]
        }
        let training = againstTraining.filter(\.hasMoved).map { Self.statement($0, "the training texts") }
        let before = againstBefore.filter(\.hasMoved).map { Self.statement($0, "the time before") }
        if training.isEmpty, before.isEmpty { return ["nothing has moved"] }
        var lines = training + before
        if againstTraining.contains(where: { $0.hasMoved && $0.watched == .calibration }),
            !newest.figures.calibration.isRandom
        {
            lines.append(
                "those are the entries that people chose to look at, not a random sample of the log")
        }
        return lines
    }

    private static func statement(_ finding: DriftFinding, _ reference: String) -> String {
        let before = percent(finding.before)
        let now = percent(finding.now)
        switch finding.watched {
        case .label(let category):
            return "moved: \(category) is \(now) of the newest entries, \(before) of \(reference)"
        case .unknownWords:
            return "moved: \(now) of the words are new to the model, \(before) in \(Self.unseen(reference))"
        case .abstention:
            return "moved: no claim for \(now) of the entries, \(before) in \(Self.unseen(reference))"
        case .calibration:
            let points = percent(abs(finding.now)).replacing(" %", with: " points")
            return "moved: stated probabilities are \(points) too \(finding.now < 0 ? "high" : "low")"
        }
    }

    /// What texts stand for those that a model was made of: it knows too much of its own.
    private static func unseen(_ reference: String) -> String {
        reference == "the training texts" ? "the frozen texts" : reference
    }

    /// A share with one digit: `12.3 %`.
    static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) %"
    }
}
