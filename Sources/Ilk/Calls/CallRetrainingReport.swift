public import IlkLearning

/// What a retraining from calls did, measured and decided.
public struct CallRetrainingReport: Sendable, Codable, Hashable {
    /// Notes that people gave an emotion, each once.
    public var calls: Int
    /// Other texts that it began with.
    public var texts: Int
    /// How many of both were learned.
    public var learned: Int
    /// How many notes were held back to measure with.
    public var heldBack: Int
    /// How the model decides; nil when none was made.
    public var kind: String?
    /// What decides whether the new model is put to use.
    public var gate = RetrainingGate([])
    /// The new version; nil when none was made.
    public var version: String?
    /// Whether it is in use now.
    public var isPromoted = false
    /// Why, or why not.
    public var reason = ""

    init(calls: Int, texts: Int, learned: Int, heldBack: Int) {
        self.calls = calls
        self.texts = texts
        self.learned = learned
        self.heldBack = heldBack
    }

    /// The report in lines for people.
    public var lines: [String] {
        var lines = [
            "calls         \(calls) with an emotion; \(learned) texts learned, \(heldBack) held back to measure with"
        ]
        for sample in gate.samples {
            lines.append(sample.name.padded(to: 14) + sample.line)
        }
        if let version {
            lines.append("version       \(version)\(isPromoted ? ", in use now" : ", kept as a candidate")")
        }
        return lines + [reason]
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
